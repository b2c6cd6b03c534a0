import type { Body } from '../harness.ts';
import { type Act, type History, isDone, isHeld } from './history.ts';
import type { HeldWorld } from './world.ts';

export interface Used {
  readonly posts_used: number;
  readonly interactions_used: number;
  readonly period_start: Date;
}

export async function usageOf({ sql, tenantId }: HeldWorld): Promise<Used> {
  const [row] = await sql(
    'select posts_used::int, interactions_used::int, period_start from tenants where tenant_id = $1',
    [tenantId],
  );
  return row;
}

const LEAVING = ['scheduled', 'publishing', 'published', 'partial', 'failed'];

/** Charged is what was let leave: a post once and each retry, and every reply that left. A history across two periods says nothing. */
export function chargesWrong(history: History, entries: readonly Body[], before: Used, after: Used): string[] {
  if (before.period_start.getTime() !== after.period_start.getTime()) return [];
  const posts = after.posts_used - before.posts_used;
  const { least, most } = bounds(history);
  const problems = posts < least || posts > most ? [`${posts} posts charged, not ${least} to ${most}`] : [];
  const answers = history.things.filter(({ kind }) => kind === 'reply').flatMap(({ texts }) => [...texts]);
  const replies = entries.filter(
    ({ kind, text }) => kind === 'reply' && answers.some((own) => text === own || text.endsWith(` ${own}`)),
  );
  const interactions = after.interactions_used - before.interactions_used;
  if (interactions !== replies.length)
    problems.push(`${interactions} interactions charged for ${replies.length} replies`);
  return problems;
}

/** A request that was overtaken may have scheduled a post although its response does not show it. */
function bounds({ things, acts }: History): { least: number; most: number } {
  let least = 0;
  let most = 0;
  for (const thing of things.filter(({ kind }) => kind === 'post')) {
    const done = acts.filter((act) => act.thing === thing && isDone(act));
    const isLet = ({ call, by }: Act) =>
      call === 'approve' || (['create', 'edit', 'publish'].includes(call) && !isHeld(by));
    const ofPost = done.filter((act) => isLet(act) && act.seen?.kind !== 'retry' && act.seen?.kind !== 'edit');
    if (
      ofPost.some(({ call, status, body }) => call === 'approve' || (status !== 202 && LEAVING.includes(body?.status)))
    )
      least += 1;
    if (ofPost.length > 0) most += 1;
    // A failed post that gets a time again costs one more, as a retry does.
    most += ofPost.filter(
      ({ call, start, body }) =>
        call === 'edit' &&
        body?.status === 'scheduled' &&
        done.some((before) => before.end <= start && ['publishing', 'failed'].includes(before.body?.status)),
    ).length;
    const direct = done.filter(({ call, status }) => call === 'retry' && status === 200);
    const approved = new Set(
      done.flatMap(({ call, seen }) => (call === 'approve' && seen?.kind === 'retry' ? [seen.id] : [])),
    );
    least += direct.length + approved.size;
    most += direct.length + approved.size;
  }
  return { least, most };
}
