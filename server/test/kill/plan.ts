import {
  type Aim,
  classOf,
  hasEffect,
  KILL_POINTS,
  type KillPoint,
  type Kind,
  type PlatformName,
} from './kill-points.ts';

/** The deaths that one publication, reply or message goes through, one after the other. */
export interface Chain {
  readonly kind: Kind;
  readonly aims: readonly Aim[];
  /** Equal publications that wait behind it on the same account. */
  readonly followers: number;
}

export interface Plan {
  /** The next chain for a platform. Whatever was hit least often comes first. */
  readonly chain: (platform: PlatformName) => Chain;
  /** One death, or a death in doubt and one while the doubt is cleared up. */
  readonly short: (platform: PlatformName, length: 1 | 2) => readonly Aim[];
  /** From 0 to below 1. */
  readonly random: () => number;
}

/** The kinds of the chains of a platform, again and again. */
const KINDS: readonly Kind[] = ['publish', 'publish', 'publish', 'reply', 'publish', 'publish', 'publish', 'message'];

/** The same seed gives the same plan. */
export function createPlan(seed: number): Plan {
  const random = randomOf(seed);
  const counts = new Map<string, number>();
  const chains = new Map<PlatformName, number>();

  const count = (aim: Aim) => counts.get(keyOf(aim)) ?? 0;
  const take = (aim: Aim): Aim => {
    counts.set(keyOf(aim), count(aim) + 1);
    return aim;
  };
  const rarest = (aims: readonly Aim[]): Aim => {
    const least = Math.min(...aims.map(count));
    const candidates = aims.filter((aim) => count(aim) === least);
    return candidates[Math.floor(random() * candidates.length)] as Aim;
  };
  const aimsIn = (platform: PlatformName, kind: Kind, state: KillPoint['state']): Aim[] =>
    aimsOf(platform, kind).filter(({ point }) => point.state === state);

  /**
   * Deaths after one in `sending`: while the doubt is cleared up, and in the call that is made again when nothing was
   * there. What waits behind on the account dies in `sending` as well: it must not be sent before the doubt is gone.
   */
  const afterSending = (sent: Aim, followers: number): Aim[] => {
    const { platform, kind } = sent.point;
    let isThere = hasEffect(sent);
    const aims: Aim[] = [];
    const look = () => {
      const possible = aimsIn(platform, kind, 'reconciling').filter(({ point }) => isThere || !point.isAfterEffect);
      aims.push(take(rarest(possible)));
    };
    if (random() < 0.7) look();
    if (random() < 0.3) look();
    if (!isThere && classOf(platform, kind) !== 'A' && random() < 0.4) {
      const again = take(rarest(aimsIn(platform, kind, 'sending')));
      aims.push(again);
      isThere = hasEffect(again);
      if (random() < 0.5) look();
    }
    if (followers > 0 && isThere) {
      const behind = aimsIn(platform, kind, 'sending').filter((aim) => hasEffect(aim));
      aims.push(take(rarest(behind)));
    }
    return aims;
  };

  const toSending = (target: Aim): Aim => {
    const all = aimsIn(target.point.platform, target.point.kind, 'sending');
    return rarest(all.filter((aim) => !target.point.isAfterEffect || hasEffect(aim)));
  };

  return {
    random,
    chain(platform) {
      const number = chains.get(platform) ?? Math.floor(random() * KINDS.length);
      chains.set(platform, number + 1);
      const kind = KINDS[number % KINDS.length] as Kind;
      const target = take(rarest(aimsOf(platform, kind)));
      const followers = kind === 'publish' && random() < 0.4 ? 1 + Math.floor(random() * 2) : 0;
      const aims: Aim[] = [];
      if (target.point.state === 'claimed' || target.point.state === 'prepared') {
        aims.push(target);
        if (random() < 0.7) {
          const sending = take(rarest(aimsIn(platform, kind, 'sending')));
          aims.push(sending, ...afterSending(sending, followers));
        }
      } else if (target.point.state === 'sending') {
        aims.push(target, ...afterSending(target, followers));
      } else {
        aims.push(take(toSending(target)), target);
      }
      return { kind, aims, followers };
    },
    short(platform, length) {
      const all = aimsOf(platform, 'publish');
      if (length === 1) return [take(rarest(all.filter(({ point }) => point.state !== 'reconciling')))];
      const target = take(rarest(aimsIn(platform, 'publish', 'reconciling')));
      return [take(toSending(target)), target];
    },
  };
}

/** Both ways to die in each call. Where the call has no effect of its own they differ by what has arrived. */
function aimsOf(platform: PlatformName, kind: Kind): Aim[] {
  return KILL_POINTS.filter((point) => point.platform === platform && point.kind === kind).flatMap((point) => [
    { point, when: 'before' },
    { point, when: 'after' },
  ]);
}

function keyOf({ point, when }: Aim): string {
  return `${point.platform} ${point.kind} ${point.state} ${point.operation} ${when}`;
}

/** https://github.com/bryc/code/blob/master/jshash/PRNGs.md#mulberry32 */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
