import { classOf, type KillPoint, type Kind, STATES, type State } from './kill-points.ts';
import type { HeldCall } from './platforms.ts';

/** The deaths by class, state and side of the effect. */
export interface KillCounts {
  readonly add: (call: HeldCall, kind: Kind, state: State, how: 'killed' | 'stopped') => void;
  /** Deaths of publications in this point, however they died. */
  readonly count: (point: Pick<KillPoint, 'platform' | 'kind' | 'state'>) => number;
  readonly table: () => string;
}

interface Line {
  readonly class: string;
  readonly platform: string;
  readonly kind: Kind;
  readonly state: State;
  readonly operation: string;
  readonly killed: { before: number; after: number };
  readonly stopped: { before: number; after: number };
}

export function createKillCounts(): KillCounts {
  const lines = new Map<string, Line>();
  const sum = ({ killed, stopped }: Line) => killed.before + killed.after + stopped.before + stopped.after;
  return {
    add({ platform, operation, when }, kind, state, how) {
      const key = `${platform} ${kind} ${state} ${operation}`;
      const none = () => ({ before: 0, after: 0 });
      const fresh = {
        class: classOf(platform, kind),
        platform,
        kind,
        state,
        operation,
        killed: none(),
        stopped: none(),
      };
      const line = lines.get(key) ?? fresh;
      lines.set(key, line);
      line[how][when] += 1;
    },
    count: ({ platform, kind, state }) =>
      [...lines.values()]
        .filter((line) => line.platform === platform && line.kind === kind && line.state === state)
        .reduce((total, line) => total + sum(line), 0),
    table() {
      const order = ({ class: name, platform, kind, state }: Line) =>
        `${kind} ${name} ${platform} ${STATES.indexOf(state)}`;
      const rows = [...lines.values()]
        .sort((a, b) => (order(a) < order(b) ? -1 : 1))
        .map(({ killed, stopped, ...line }) => [
          ...[line.class, line.platform, line.kind, line.state, line.operation],
          ...[killed.before, killed.after, stopped.before, stopped.after].map(String),
        ]);
      const head = ['class', 'platform', 'action', 'state', 'call in flight'];
      return aligned([[...head, 'killed before', 'killed after', 'stopped before', 'stopped after'], ...rows]);
    },
  };
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((point, column) => point.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
