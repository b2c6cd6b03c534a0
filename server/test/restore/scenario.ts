import { suspensions } from '../../src/suspensions/index.ts';
import { type TestService, type TestWorkspace, until } from '../harness.ts';
import { accountOf, comment, image, ledgerOf, targetsOn, waiting } from '../steps.ts';

/** One platform of each class: A, A, B, C, C, D. */
export const PLATFORMS = ['bluesky', 'mastodon', 'instagram', 'twitter', 'facebook', 'telegram'] as const;
/** Telegram tells nothing afterwards. */
export const READABLE = PLATFORMS.filter((platform) => platform !== 'telegram');

type Platform = (typeof PLATFORMS)[number];
export type ByPlatform = Readonly<Record<string, string>>;

export const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
export const nextWeek = () => hours(7 * 24);

/** The same word for every platform, or another one for Telegram. */
export const everywhere = (word: string, telegram = word): ByPlatform =>
  Object.fromEntries(PLATFORMS.map((platform) => [platform, platform === 'telegram' ? telegram : word]));

/** The posts of a workspace by name, before and after a restore. */
export function scenario(service: () => TestService, ws: TestWorkspace) {
  const ids: Record<string, string> = {};
  const rowsOf = (sql: string, name: string) => service().sql(sql, [ids[name]]);
  const byPlatform = (rows: readonly { platform: string; word: string }[]): ByPlatform =>
    Object.fromEntries(rows.map(({ platform, word }) => [platform, word]));
  return {
    ids,
    async make(name: string, fields: object, platforms: readonly Platform[] = PLATFORMS): Promise<void> {
      const body = { text: `Post ${name}`, media: [image], targets: targetsOn(ws, ...platforms), ...fields };
      const { status, body: made } = await ws.api.post('/v1/posts', body, waiting);
      if (status >= 300 && status !== 422) throw new Error(`${name}: ${status} ${JSON.stringify(made)}`);
      ids[name] = made.id;
    },
    publish: (name: string) => ws.api.post(`/v1/posts/${ids[name]}/publish`, {}, waiting),
    edit: (name: string, fields: object) => ws.api.patch(`/v1/posts/${ids[name]}`, fields),
    remove: (name: string) => ws.api.delete(`/v1/posts/${ids[name]}`),
    /** Somebody comments on a published post. The response waits until the account's pause ends. */
    async answerLater(name: string, platform: Platform, text: string): Promise<void> {
      const { system } = service().app.db;
      const { targets } = (await ws.api.get(`/v1/posts/${ids[name]}`)).body;
      await comment(ws, platform, targets[0].platform_post_id, 'A question');
      const path = `/v1/inbox/comments/${ids[name]}`;
      const [question] = (await ws.api.get(path)).body.data;
      // A suspended workspace answers at once.
      await system.transaction((tx) => suspensions.suspend(tx, [ws.tenantId], { reason: 'import', since: new Date() }));
      const isSuspended = async () => (await ws.api.get('/v1/workspace')).body.held !== null;
      await until(isSuspended, 'the suspension is known');
      const { status, text: response } = await ws.api.post(path, { comment_id: question.id, text });
      if (status !== 504) throw new Error(response);
      await service().sql(`update accounts set not_before = now() + interval '1 hour' where id = $1`, [
        accountOf(ws, platform).id,
      ]);
      await suspensions.resume(system, [ws.tenantId]);
    },
    replies: (platform: Platform) => ledgerOf(ws, platform, 'reply'),
    read: async (name: string) => (await ws.api.get(`/v1/posts/${ids[name]}`)).body,
    statusesOf: async (name: string) =>
      byPlatform(
        await rowsOf(`select platform, status as word from actions where post_id = $1 and kind = 'publish'`, name),
      ),
    findingsOf: async (name: string) =>
      byPlatform(
        await rowsOf(
          `select x.platform, f.finding as word from restore_findings f join actions x on x.id = f.action_id
            where x.post_id = $1 and x.kind = 'publish'`,
          name,
        ),
      ),
    /** Counts, for each platform, the publications with this text. */
    async published(text: string): Promise<ByPlatform> {
      const counts = PLATFORMS.filter((platform) => platform in ws.accounts).map(async (platform) => {
        const entries = await ledgerOf(ws, platform);
        return [platform, String(entries.filter((entry) => (entry.text ?? entry.caption ?? '').includes(text)).length)];
      });
      return Object.fromEntries(await Promise.all(counts));
    },
    async decided(): Promise<void> {
      const open = 'select 1 from restore_findings where tenant_id = $1 and due_at is not null';
      await until(
        async () => (await service().sql(open, [ws.tenantId])).length === 0,
        'everything is looked up',
        60_000,
      );
    },
  };
}
