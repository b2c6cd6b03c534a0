import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiResponse, type Body, startTestService, type TestService, until } from '../harness.ts';
import { randomOf } from '../kill/plan.ts';
import { operate } from '../operator.ts';
import { SEED } from '../random-runs.ts';
import { backUp } from '../restore/back-in-time.ts';
import { type HeldWorld, makeHeldWorld, settled } from './world.ts';

/** `RESTORES=5 npm run test:wide -- server/test/held/restores` for more. */
const RESTORES = Number(process.env.RESTORES ?? 1);
const POSTS = 6;
const REPLIES = 4;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' }, { isOwn: true });
});
afterAll(() => service?.close());

interface Waiting {
  readonly text: string;
  readonly heldId: string;
  readonly postId: string | undefined;
}

/** Posts on one to three accounts and replies, by an actor that sends nothing alone. */
async function makeWaiting(world: HeldWorld, name: string, random: () => number): Promise<Waiting[]> {
  const { planner } = world.actors;
  const made: Waiting[] = [];
  for (let number = 0; number < POSTS; number += 1) {
    const chosen = world.accounts.filter(() => random() < 0.5);
    const targets = (chosen.length === 0 ? world.accounts : chosen).map(({ id }) => ({ account_id: id }));
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const way = random() < 0.5 ? { publish_now: true } : { scheduled_at: later };
    const text = `${name} post ${number}.`;
    const { body } = await planner.post('/v1/posts', { text, targets, ...way });
    made.push({ text, heldId: body.held.id, postId: body.id });
  }
  for (let number = 0; number < REPLIES; number += 1) {
    const text = `${name} reply ${number}.`;
    const { postId, commentId, accountId } = world.question;
    const request = { text, comment_id: commentId, account_id: accountId };
    const { body } = await planner.post(`/v1/inbox/comments/${postId}`, request);
    made.push({ text, heldId: body.held_id, postId: undefined });
  }
  return made;
}

async function approve({ actors }: HeldWorld, { heldId, postId }: Waiting, more: object = {}): Promise<ApiResponse> {
  const { body: row } = await actors.second.get(`/v1/held/${heldId}`);
  const isNow = postId === undefined ? {} : { publish_now: true };
  return actors.second.post(`/v1/held/${heldId}/approve`, { fingerprint: row.fingerprint, ...isNow, ...more });
}

test(
  `${RESTORES} restores: what was approved after the backup is not sent again by another approval`,
  async () => {
    const from = performance.now();
    for (let round = 0; round < RESTORES; round += 1) {
      const random = randomOf(SEED + round);
      const world = await makeHeldWorld(service, 'pro', true);
      const made = await makeWaiting(world, `r${round}`, random);
      const backup = await backUp(service);
      const early = made.filter(() => random() < 0.5);
      const ids = made.flatMap(({ postId }) => postId ?? []);
      for (const one of early) expect((await approve(world, one)).status, one.text).toBeLessThan(300);
      await settled(world, ids);
      await service.restart(() => backup.restore());
      await backup.drop();
      const open = 'select 1 from restore_findings where tenant_id = $1 and due_at is not null';
      await until(
        async () => (await service.sql(open, [world.tenantId])).length === 0,
        'everything is looked up',
        60_000,
      );
      await operate(service, ['restore', 'resume', '--all', '--yes']);
      await until(async () => (await world.actors.second.get('/v1/workspace')).body.held === null, 'it goes on');
      const rows = await service.sql(`select state from held where tenant_id = $1 and state = 'waiting'`, [
        world.tenantId,
      ]);
      expect(rows, 'nothing waits as if nothing had happened').toEqual([]);

      const answers = new Map<string, ApiResponse>();
      const seenOn = async (text: string) =>
        (await world.control('GET', 'ledger')).entries.filter((entry: Body) => entry.text.endsWith(text)).length > 0;
      for (const one of made) {
        const answer = await approve(world, one);
        answers.set(one.text, answer);
        if (answer.body?.detail_code !== 'held.may_have_left') continue;
        // A person looks at the platform.
        if (await seenOn(one.text)) await world.actors.second.post(`/v1/held/${one.heldId}/reject`, {});
        else answers.set(one.text, await approve(world, one, { confirm: true }));
      }
      await settled(world, ids);
      const { entries } = await world.control('GET', 'ledger');
      for (const { text, postId } of made) {
        const copies = entries.filter((entry: Body) => entry.text.endsWith(text) && entry.kind !== 'delete');
        const { body: post } =
          postId === undefined ? { body: undefined } : await world.actors.second.get(`/v1/posts/${postId}`);
        const words = JSON.stringify({
          text,
          isEarly: early.some((one) => one.text === text),
          copies,
          post,
          answer: answers.get(text)?.body,
        });
        if (post === undefined) {
          expect(copies.length, words).toBe(1);
          continue;
        }
        for (const { account_id: id, platform, status } of post.targets) {
          const account = world.accounts.find((one) => one.id === id);
          const there = copies.filter((entry: Body) => entry.account === account?.platformId).length;
          if (platform === 'telegram')
            expect(there === 1 || (there === 0 && status === 'unconfirmed'), words).toBe(true);
          else expect(there, words).toBe(1);
        }
      }
    }
    console.log(`${RESTORES} restores, seed ${SEED}, ${Math.round((performance.now() - from) / 1000)} s`);
  },
  240_000 + RESTORES * 60_000,
);
