import { expect } from 'vitest';
import type { Ability, Scene, Stage } from './stage.ts';

/** Makes the account's own numbers and days due at once. */
async function readNow(stage: Stage): Promise<void> {
  await stage.sql(
    'update metric_readings set due_at = now(), account_due_at = now(), days_read_until = null where id = $1',
    [stage.accountId],
  );
}

const summary = (stage: Stage) => stage.api.get(`/v1/accounts/${stage.accountId}/summary`);

const accountMetrics: Scene = async (stage) => {
  await readNow(stage);
  const read = async () => Object.keys((await summary(stage)).body.metrics ?? {}).length > 0;
  await stage.arrives(read, 'the numbers of the account');
};

const noAccountMetrics: Scene = async (stage) => {
  const { status, body } = await summary(stage);
  if (status === 200) expect(body.metrics).toEqual({});
  else expect({ status, code: body.code }).toEqual({ status: 501, code: 'not_supported' });
};

/** Days with more than the followers, which are noted of every account. */
const toldDays = (stage: Stage) =>
  stage.sql(
    `select 1 from account_days where account_id = $1 and told - '{followers,follower_change}'::text[] <> '{}'`,
    [stage.accountId],
  );

const dailyMetrics: Scene = async (stage) => {
  await readNow(stage);
  await stage.arrives(async () => (await toldDays(stage)).length > 0, 'a day of the platform');
  const { body } = await stage.api.get(`/v1/analytics/accounts?account_id=${stage.accountId}`);
  expect(stage.only(body.data, 'the account')).toMatchObject({ series: expect.arrayContaining([expect.anything()]) });
};

const noDailyMetrics: Scene = async (stage) => {
  expect(await toldDays(stage)).toEqual([]);
};

const start = (stage: Stage) => stage.api.post(`/v1/accounts/${stage.accountId}/export`, {});

const exported: Scene = async (stage) => {
  const id = await stage.postIdOnPlatform();
  const { status, body, text } = await start(stage);
  expect(status, text).toBe(202);
  const ended = async () => {
    const { body: now } = await stage.api.get(`/v1/exports/${body.id}`);
    return !['pending', 'processing'].includes(now.status) && now;
  };
  expect(await stage.arrives(ended, 'the export')).toMatchObject({
    status: 'completed',
    result: { excel_url: expect.any(String) },
  });
  const { videos } = (await stage.api.get(`/v1/exports/${body.id}/videos`)).body;
  expect(videos.map(({ platform_video_id: one }: { platform_video_id: string }) => one)).toContain(id);
};

export const analyticsScenes: Readonly<Record<string, Ability>> = {
  account_metrics: { kept: accountMetrics, absent: noAccountMetrics },
  daily_metrics: { kept: dailyMetrics, absent: noDailyMetrics },
  exports: { kept: exported, absent: (stage) => stage.isNotSupported(() => start(stage)) },
};
