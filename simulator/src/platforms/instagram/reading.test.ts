import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { responseOf, TestInstagram, TestSimulator } from './testing.ts';

let simulator: TestSimulator;
let instagram: TestInstagram;

beforeAll(async () => {
  simulator = await new TestSimulator().start();
  instagram = await TestInstagram.make(simulator, 'acme');
  await instagram.publish();
  await instagram.publish();
});
afterAll(() => simulator.close());

describe('lists', () => {
  test('newest first, by cursors in both directions', async () => {
    const other = await TestInstagram.make(simulator);
    const ids: string[] = [];
    for (let number = 0; number < 5; number += 1) ids.unshift(await other.publish());
    const first = await other.get('me/media', { fields: 'id,media_type', limit: 2 });
    expect(first.body.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
    expect(first.body.paging.previous).toBeUndefined();
    expect(first.body.paging.next).toContain(`/instagram/graph/v25.0/${other.id}/media?`);
    expect(first.body.paging.cursors.after).toMatch(/^QVFI/);

    const second = await other.follow(first.body.paging.next);
    expect(second.body.data).toEqual(ids.slice(2, 4).map((id) => ({ id, media_type: 'IMAGE' })));
    const last = await other.get('me/media', { after: second.body.paging.cursors.after, limit: 2 });
    expect(last.body.data).toEqual([{ id: ids[4] }]);
    expect(last.body.paging.next).toBeUndefined();
    const end = await other.get('me/media', { after: last.body.paging.cursors.after });
    expect(end.body).toEqual({ data: [] });
    const back = await other.follow(second.body.paging.previous);
    expect(back.body.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
  });

  test('since, until, wrong limit and wrong cursor', async () => {
    const other = await TestInstagram.make(simulator);
    await other.publish();
    const { now } = await simulator.control<{ now: string }>('GET', '/state');
    const seconds = Math.floor(Date.parse(now) / 1000);
    expect((await other.get('me/media', { since: seconds + 60 })).body).toEqual({ data: [] });
    expect((await other.get('me/media', { until: seconds - 60 })).body).toEqual({ data: [] });
    expect((await other.get('me/media', { since: seconds - 60, until: seconds + 60 })).body.data).toHaveLength(1);
    for (const wrong of [{ limit: 0 }, { limit: 'x' }, { after: 'forged' }, { since: 'when' }])
      expect((await other.get('me/media', wrong)).body.error.code).toBe(100);
  });

  test('delayed visibility hides a post from lists, not from its id', async () => {
    const other = await TestInstagram.make(simulator);
    await simulator.fault({ platform: 'instagram', operation: 'publish', kind: 'delayed_visibility', seconds: 30 });
    const id = await other.publish();
    expect((await other.get('me/media')).body).toEqual({ data: [] });
    expect((await other.get(id)).body).toEqual({ id });
    await simulator.advance(30);
    expect((await other.get('me/media')).body.data).toEqual([{ id }]);
  });
});

describe('the profile', () => {
  test('user_id is the id of paths, id is another one; the answer is flat', async () => {
    const fields =
      'id,user_id,username,name,account_type,profile_picture_url,followers_count,follows_count,media_count';
    const { body } = await instagram.get('me', { fields });
    expect(body).toMatchObject({ user_id: instagram.id, username: 'acme', name: 'Acme', account_type: 'BUSINESS' });
    expect(body.id).not.toBe(instagram.id);
    expect(instagram.id).toMatch(/^17841\d{12}$/);
    expect((await instagram.get(instagram.id, { fields })).body).toEqual(body);
    expect((await instagram.get('me')).body).toEqual({ id: body.id });
  });

  test('nested fields, syntax errors and versions', async () => {
    const { body } = await instagram.get('me', { fields: 'username,media.limit(1){permalink}' });
    expect(body.media.data).toHaveLength(1);
    expect(body.media.paging.next).toContain('fields=permalink');
    expect((await instagram.follow(body.media.paging.next)).body.data[0].permalink).toContain('instagram.com');
    expect((await instagram.get('me', { fields: 'media{id' })).body.error.code).toBe(2500);

    const call = (path: string) =>
      responseOf(fetch(`${simulator.url}/instagram/graph${path}?access_token=${instagram.token}`));
    expect((await call('/v20.0/me')).headers.get('facebook-api-version')).toBe('v21.0');
    expect((await call('/me')).headers.get('facebook-api-version')).toBe('v25.0');
    expect((await call('/v99.0/me')).body.error.code).toBe(2500);
    expect((await call('/v25.0/me/nothing/here')).body.error).toMatchObject({ code: 2500, type: 'OAuthException' });
  });
});
