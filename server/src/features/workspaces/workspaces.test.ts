import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace } from '../../../test/harness.ts';
import { rowsOf } from '../../../test/rows.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace();
});
afterAll(() => service?.close());

async function upload(name: string, type: string): Promise<string> {
  const form = new FormData();
  const bytes = await (await fetch(`${ws.simulatorUrl}/files/${name}`)).blob();
  form.set('file', new Blob([bytes], { type }), name);
  const answer = await ws.api.post('/v1/media/upload', form);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.media_id;
}

describe('get_workspace, update_workspace', () => {
  test('name and logo are kept, apart for live and test, and the logo goes with its file', async () => {
    const { body: before } = await ws.api.get('/v1/workspace');
    const name = expect.stringMatching(/^test /);
    expect(before).toEqual({ id: ws.id, name, timezone: 'UTC', held: null, livemode: false });
    const logo = await upload('sample.png', 'image/png');
    const { status, body } = await ws.api.patch('/v1/workspace', { name: 'Harbour Agency', logo_media_id: logo });
    expect([status, body]).toEqual([
      200,
      { ...before, name: 'Harbour Agency', logo_media_id: logo, logo_url: expect.stringContaining(logo) },
    ]);
    expect((await fetch(body.logo_url)).headers.get('content-type')).toBe('image/png');
    expect((await ws.api.patch('/v1/workspace', { name: 'Harbour' })).body).toMatchObject({
      name: 'Harbour',
      logo_media_id: logo,
    });
    expect((await ws.liveApi.get('/v1/workspace')).body).toEqual({ ...before, livemode: true });
    await ws.api.delete(`/v1/media/${logo}`);
    expect((await ws.api.get('/v1/workspace')).body).toEqual({ ...before, name: 'Harbour' });
  });

  test('a logo is a ready image of the same environment of the workspace; null removes it', async () => {
    const change = (logo_media_id: unknown) => ws.api.patch('/v1/workspace', { logo_media_id });
    const image = await upload('sample.jpg', 'image/jpeg');
    const video = await upload('sample.mp4', 'video/mp4');
    const wrong = { status: 400, body: { code: 'invalid_request', meta: { field: 'logo_media_id' } } };
    for (const id of [video, 'med_00000000000000000000000000', '']) expect(await change(id), id).toMatchObject(wrong);
    expect(await ws.liveApi.patch('/v1/workspace', { logo_media_id: image })).toMatchObject(wrong);
    expect(await ws.api.patch('/v1/workspace', {})).toMatchObject({ status: 400, body: { code: 'missing_metadata' } });
    expect((await change(image)).body.logo_media_id).toBe(image);
    const rows = await rowsOf(service, ws.tenantId);
    await ws.api.patch('/v1/workspace?dry_run=true', { name: 'Another' });
    expect(await rowsOf(service, ws.tenantId)).toEqual(rows);
    expect((await change(null)).body).not.toHaveProperty('logo_url');
  });

  test('a time zone is one of the IANA database; a brand without its own has the workspace’s', async () => {
    const { body: brand } = await ws.api.post('/v1/brands', { name: 'Harbour Hotel' });
    const zoneOf = async () =>
      (await ws.api.get('/v1/brands')).body.data.find(({ id }: { id: string }) => id === brand.id).timezone;
    const change = (timezone: unknown) => ws.api.patch(`/v1/brands/${brand.id}`, { timezone });
    expect(await ws.api.patch('/v1/workspace', { timezone: 'asia/TOKYO' })).toMatchObject({
      status: 200,
      body: { timezone: 'Asia/Tokyo' },
    });
    expect([brand.timezone, await zoneOf()]).toEqual(['UTC', 'Asia/Tokyo']);
    expect((await change('Europe/Lisbon')).body).toMatchObject({ name: 'Harbour Hotel', timezone: 'Europe/Lisbon' });
    expect((await change(null)).body.timezone).toBe('Asia/Tokyo');
    const wrong = { status: 400, body: { code: 'invalid_request', meta: { field: 'timezone' } } };
    for (const zone of ['Europe/Atlantis', '+02:00', '', 'x'.repeat(65), 7]) {
      expect(await change(zone), String(zone)).toMatchObject(wrong);
      expect(await ws.api.patch('/v1/workspace', { timezone: zone }), String(zone)).toMatchObject(wrong);
    }
    expect((await change('Berlin')).body.error).toContain('Did you mean Europe/Berlin?');
    expect(await ws.api.patch('/v1/workspace', { timezone: null })).toMatchObject(wrong);
    expect((await ws.liveApi.get('/v1/workspace')).body.timezone).toBe('UTC');
  });

  test('update_brand: a brand has a logo too', async () => {
    const { body: brand } = await ws.api.post('/v1/brands', { name: 'Harbour Cafe' });
    const logo = await upload('sample.png', 'image/png');
    const path = `/v1/brands/${brand.id}`;
    const { body } = await ws.api.patch(path, { logo_media_id: logo });
    expect(body).toMatchObject({ name: 'Harbour Cafe', logo_media_id: logo, logo_url: expect.stringContaining(logo) });
    const { body: list } = await ws.api.get('/v1/brands');
    expect(list.data.find(({ id }: { id: string }) => id === brand.id)).toMatchObject({ logo_media_id: logo });
    expect((await ws.api.patch(path, { name: 'Cafe', logo_media_id: null })).body).not.toHaveProperty('logo_url');
  });
});
