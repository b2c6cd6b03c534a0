import { expect, test } from 'vitest';
import { query, remember, remembered, start, useFolders } from './test-support.ts';

useFolders({ withDatabase: true });

test('a restart keeps the data and applies other settings', async () => {
  const first = await start();
  await remember(first);
  await first.stop();

  const second = await start({ settings: { work_mem: '7MB' } });
  expect(second.adopted).toBe(false);
  expect(await remembered(second)).toBe(1);
  expect(await query(second, async (sql) => (await sql`show work_mem`)[0]?.work_mem)).toBe('7MB');
});

test('a second start fails and names the holder of the folder', async () => {
  const database = await start();
  await expect(start()).rejects.toMatchObject({
    code: 'in_use',
    message: expect.stringMatching(new RegExp(`^The data folder .* is in use .*pid ${process.pid}.*DATA_DIR`)),
  });
  expect(await query(database, async (sql) => (await sql`select 1 as one`)[0]?.one)).toBe(1);
});

test('a start right after a stop waits for its end', async () => {
  const first = await start();
  await remember(first);
  const ending = first.stop();
  const second = await start();
  await ending;
  expect(await remembered(second)).toBe(1);
  expect(second.pid).not.toBe(first.pid);
});
