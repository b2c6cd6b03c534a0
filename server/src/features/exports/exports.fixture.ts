import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type ApiResponse, type Body, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { accountOf, fault, image, targetsOn, waiting } from '../../../test/steps.ts';
import { sheetsOf } from './files/written.fixture.ts';

const video = { ...image, source: 'https://simulator.test/files/sample.mp4' };
const WISHES: Readonly<Record<string, Body>> = {
  youtube: { media: [video], title: 'Number of a video' },
  tiktok: { media: [video], platform_data: { tiktok: { privacy_level: 'PUBLIC_TO_EVERYONE' } } },
  instagram: { media: [image] },
  pinterest: { media: [image], title: 'Number of a pin' },
};

/** Publishes posts on the workspace's account, the first first. */
export async function examplePosts(
  ws: TestWorkspace,
  platform: string,
  count: number,
  more: Body = {},
): Promise<{ readonly platformId: string }[]> {
  const posts = [];
  for (let number = 1; number <= count; number++) {
    const options = {
      text: `Number ${number}`,
      targets: targetsOn(ws, platform),
      publish_now: true,
      ...WISHES[platform],
      ...more,
    };
    const { status, body, text } = await ws.api.post('/v1/posts', options, waiting);
    expect(status, text).toBe(201);
    posts.push({ platformId: body.targets[0].platform_post_id });
  }
  return posts;
}

/** Asks for an export of the workspace's account. */
export function exportOf(
  ws: TestWorkspace,
  platform: string,
  options: Body = {},
  query = '',
  api = ws.api,
): Promise<ApiResponse> {
  return api.post(`/v1/accounts/${accountOf(ws, platform).id}/export${query}`, options);
}

/** The export when it has ended. */
export function exportEnd({ api }: TestWorkspace, id: string): Promise<Body> {
  return until(async () => {
    const { body } = await api.get(`/v1/exports/${id}`);
    return !['pending', 'processing'].includes(body.status) && body;
  }, 'the export has ended');
}

/** The sheets of a finished export's workbook, read from its address. */
export async function workbookOf({ result }: Body): ReturnType<typeof sheetsOf> {
  return sheetsOf({ excel: Buffer.from(await (await fetch(result.excel_url)).arrayBuffer()) });
}

/** The platform does not answer the next call that lists the account's posts. */
export async function holdList(ws: TestWorkspace, platform: string): Promise<void> {
  await fault(ws, platform, { kind: 'hold', when: 'before', operation: 'list_posts' });
}

/** The names of the files that are stored for the workspace's test environment. */
export async function filesOf({ dataDir }: TestService, { tenantId }: TestWorkspace): Promise<string[]> {
  const files = await readdir(join(dataDir, 'media'), { recursive: true });
  return files.filter((file) => file.includes(`${tenantId}/`) || file.includes(`${tenantId}\\`));
}

/** The rows of an export's content. */
export async function contentOf({ sql }: TestService, id: string): Promise<{ items: number; comments: number }> {
  const [row] = await sql(
    `select (select count(*)::int from export_items where export_id = $1) as items,
      (select count(*)::int from export_comments where export_id = $1) as comments`,
    [id],
  );
  return row;
}
