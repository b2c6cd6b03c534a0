import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { accountOf, targetsOn, visitor, waiting } from '../../../test/steps.ts';

export const DAY = 24 * 3600;

/** A service with posts whose numbers are read, and the steps of its tests. */
export async function openMetrics(platforms: Parameters<TestService['workspace']>[0]) {
  const service = await startTestService({ POLL_SECONDS: '3600' });
  const ws = await service.workspace(platforms);
  let posts = 0;
  const rowOf = async (post: Body): Promise<Body> =>
    (await service.sql('select * from post_metrics where post_id = $1', [post.id]))[0];
  const readTime = async (post: Body): Promise<number> => Number((await rowOf(post)).read_at ?? 0);
  return {
    service,
    ws,
    rowOf,
    /** The time of the last reading of its numbers, in ms; 0: never. */
    readTime,
    untilReadAfter: (post: Body, before: number) =>
      until(async () => (await readTime(post)) > before, 'the post was read again'),
    /** Publishes a post. Its numbers have a row already and are not read yet. */
    async publish(platform: string): Promise<Body> {
      const options = { text: `Counted ${++posts}`, targets: targetsOn(ws, platform), publish_now: true };
      const { body, status, text } = await ws.api.post('/v1/posts', options, waiting);
      if (status !== 201) throw new Error(text);
      await service.sql('update metric_readings set due_at = now() where id = $1 and due_at is not null', [
        accountOf(ws, platform).id,
      ]);
      await until(async () => (await rowOf(body)) !== undefined, 'the post is known to the readings');
      return body;
    },
    async advance(seconds: number): Promise<void> {
      const { status, text } = await ws.api.post('/v1/test/clock', { advance: `PT${seconds}S` });
      if (status !== 200) throw new Error(text);
    },
    act: (platform: string, action: string, post: Body, more: object = {}): Promise<Body> =>
      visitor(ws, platform, action, { post_id: post.targets[0].platform_post_id, ...more }),
    stored: async (post: Body): Promise<Body> =>
      (await ws.api.get(`/v1/posts/${post.id}/metrics?source=stored&history=true`)).body.data.targets[0],
    async dueInSeconds(post: Body): Promise<number> {
      const [row] = await service.sql(
        'select extract(epoch from next_read_at - now())::float8 as seconds from post_metrics where post_id = $1',
        [post.id],
      );
      return row.seconds;
    },
    async callsOf(platform: string): Promise<number> {
      const { platformId } = accountOf(ws, platform);
      return (await ws.control('GET', `calls?platform=${platform}&account=${platformId}`)).calls.length;
    },
  };
}

/** Gives accounts days in the past, the newest yesterday, with followers that grow and views. */
export async function fillDays(
  service: TestService,
  { tenantId }: Pick<TestWorkspace, 'tenantId'>,
  accountIds: readonly string[],
  days: number,
): Promise<void> {
  await service.sql(
    `insert into account_days (tenant_id, account_id, day, timezone, told)
     select $1, a, current_date - n, 'UTC', jsonb_build_object('followers', 5000 - n, 'follower_change', 1, 'views', n)
     from generate_series(1, $3::int) n, unnest($2::text[]) a on conflict do nothing`,
    [tenantId, accountIds, days],
  );
}
