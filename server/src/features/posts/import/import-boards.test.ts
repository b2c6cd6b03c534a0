import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace } from '../../../../test/harness.ts';
import { accountOf } from '../../../../test/steps.ts';
import { importCsv } from './import-posts.fixture.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['mastodon', 'pinterest'] });
});
afterAll(() => service?.close());

test('the board of a row applies to the accounts that have boards', async () => {
  const [mastodon, pinterest] = [accountOf(ws, 'mastodon').id, accountOf(ws, 'pinterest').id];
  const boards = await ws.api.get(`/v1/accounts/${pinterest}/boards`);
  const [board] = boards.body.data ?? boards.body.boards;
  const image = 'https://simulator.test/files/sample.jpg';
  const { body } = await importCsv(
    service,
    ws.api,
    [
      'text,account_ids,media_urls,board_id',
      `For both,${mastodon}|${pinterest},${image},${board.id}`,
      `For one without boards,${mastodon},${image},${board.id}`,
    ].join('\n'),
  );
  expect(body).toMatchObject({ created: 1, failed: 1, errors: [{ row: 3, field: 'board_id' }] });
  expect(body.posts[0].targets).toMatchObject([
    { account_id: mastodon },
    { account_id: pinterest, board_id: board.id },
  ]);
  expect(body.posts[0].targets[0]).not.toHaveProperty('board_id');
});
