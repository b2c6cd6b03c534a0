import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Body,
  type Client,
  startTestService,
  type TestService,
  type TestWorkspace,
} from '../../../test/harness.ts';
import { type Browser, signedIn } from '../../../test/people.ts';
import { eventsOf, keyMadeBy, ledgerOf, targetsOn } from '../../../test/steps.ts';
import { ReviewPage } from './review-page.fixture.ts';

let service: TestService;
let ws: TestWorkspace;
let planner: Client;
let owner: Browser;
let brandId: string;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ plan: 'starter', platforms: ['mastodon', 'bluesky'] });
  owner = await signedIn(service, ws, { role: 'owner', name: 'Olga' });
  planner = await keyMadeBy(ws.api, service, { sending: 'held' });
  brandId = (await ws.api.get(`/v1/accounts/${ws.accounts.mastodon?.id}`)).body.brand_id;
});
afterAll(() => service?.close());

const later = (ms = 3_600_000) => new Date(Date.now() + ms).toISOString();
async function plan(text: string, more: object = {}): Promise<Body> {
  const post = { text, targets: targetsOn(ws, 'mastodon'), scheduled_at: later(), ...more };
  const { status, body, text: raw } = await planner.post('/v1/posts', post);
  expect(status, raw).toBe(202);
  return body;
}
async function link(fields: object, by: Client = owner): Promise<Body> {
  const { status, body, text } = await by.post('/v1/reviews', { brand_id: brandId, ...fields });
  expect(status, text).toBe(201);
  return body;
}
const receipts = async (id: string) => (await owner.get(`/v1/reviews/${id}`)).body.decisions as Body[];
const postOf = async ({ id }: Body) => (await ws.api.get(`/v1/posts/${id}`)).body;

describe('create_review_link, get_review_link: a client without an account', () => {
  test('sees the week, approves one, asks for changes of another, and the receipt says who saw what', async () => {
    const [cake, bread] = [await plan('Plum cake #cake'), await plan('Bread <b>loud</b>')];
    const made = await link({ post_ids: [cake.id, bread.id], name: 'Week 49', message: 'Until Thursday, please' });
    expect(made).toMatchObject({ id: expect.stringMatching(/^rvw_/), status: 'active', created_by: { name: 'Olga' } });
    const page = new ReviewPage(made.url);
    const first = await page.get();
    expect(first).toMatchObject({ status: 200 });
    for (const words of ['Week 49', 'Until Thursday', 'Plum cake', '2 posts wait for you', '&lt;b&gt;loud&lt;/b&gt;'])
      expect(first.text).toContain(words);
    expect(first.text).toContain('<span class="mark">#cake</span>');
    for (const words of ['<script', 'Approve</button>']) expect(first.text).not.toContain(words);
    expect(first.headers.get('referrer-policy')).toBe('same-origin');
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect(first.headers.get('x-robots-tag')).toBe('noindex');
    for (const cookie of ['hubbub_reviewer=%ff%', 'hubbub_reviewer=4pyo4pyo', 'hubbub_session=x'])
      expect((await new ReviewPage(made.url, { cookie }).get()).status).toBe(200);

    expect(await page.decide(cake, 'approved')).toMatchObject({ status: 400 });
    expect((await page.send({ do: 'name', name: 'Carla of the café' })).text).toContain(
      'You decide as Carla of the café',
    );
    const again = await page.decide(cake, 'approved');
    expect(again.text).toContain('Approved by Carla of the café. Goes out at its time');
    const note = 'Shorter, please\nand without "loud"';
    expect((await page.decide(bread, 'changes_requested', note)).text).toContain('Changes asked for by Carla');
    expect((await page.decide(cake, 'commented', 'Lovely')).text).toContain('Lovely');

    expect(await postOf(cake)).toMatchObject({
      status: 'scheduled',
      created_by: { type: 'key', name: 'Planner' },
      review: { decision: 'approved', by: { type: 'link', id: made.id, name: 'Carla of the café' } },
    });
    expect(await postOf(bread)).toMatchObject({
      status: 'draft',
      scheduled_at: bread.scheduled_at,
      review: { decision: 'changes_requested', note },
    });
    const by = { type: 'link', id: made.id, name: 'Carla of the café' };
    expect(await receipts(made.id)).toMatchObject([
      {
        post_id: cake.id,
        held_id: cake.held.id,
        decision: 'approved',
        decided_by: by,
        fingerprint: cake.held.fingerprint,
        ip: '127.0.0.1',
        seen: { texts: [{ platform: 'mastodon', parts: ['Plum cake #cake'] }], media: [] },
      },
      { post_id: bread.id, decision: 'changes_requested', note, decided_by: by },
      { post_id: cake.id, decision: 'commented', note: 'Lovely', decided_by: by },
    ]);
    const events = (await eventsOf(ws.api)).filter(({ type }) => type === 'review.decided');
    expect(events.map(({ data }) => data.decision)).toEqual(['approved', 'changes_requested', 'commented']);
    const { text: history } = await owner.get(`/v1/posts/${cake.id}/history`);
    expect(history).toContain('decide_review');

    // The author follows the note, and the new version waits again on the same page.
    expect((await planner.patch(`/v1/posts/${bread.id}`, { text: 'Bread' })).status).toBe(202);
    expect((await page.get()).text).toContain('1 post waits for you');
    expect((await page.decide(await postOf(bread), 'approved')).text).toContain('Nothing waits for you');
  });

  test('a period shows what is planned then, also later posts, in pages; all of it is approved at once', async () => {
    const day = (days: number, hour: number) => new Date(Date.UTC(2027, 2, days, hour)).toISOString();
    await plan('Monday', { scheduled_at: day(1, 9) });
    const made = await link({ from: day(1, 0), to: day(8, 0) });
    const page = new ReviewPage(made.url);
    await page.send({ do: 'name', name: 'Carla' });
    await plan('Sunday', { scheduled_at: day(7, 9) });
    await plan('Next week', { scheduled_at: day(8, 9) });
    const { text } = await page.get();
    expect(text.indexOf('Monday')).toBeLessThan(text.indexOf('Sunday'));
    expect(text).not.toContain('Next week');
    expect(text).toContain('Monday, 1 March 2027 at 09:00');
    const done = await page.approveAll();
    expect(done.text).toContain('Nothing waits for you');
    expect(await receipts(made.id)).toMatchObject([{ decision: 'approved' }, { decision: 'approved' }]);
  });

  test('what was changed meanwhile is 409 with the new version, twice is once, and what left left once', async () => {
    const post = await plan('First', { scheduled_at: undefined, publish_now: true });
    const made = await link({ post_ids: [post.id] });
    const [page, other] = [new ReviewPage(made.url), new ReviewPage(made.url)];
    await page.send({ do: 'name', name: 'Carla' });
    await other.send({ do: 'name', name: 'Carl' });
    await planner.patch(`/v1/posts/${post.id}`, { text: 'Second' });
    const late = await page.decide(post, 'approved');
    expect(late.status).toBe(409);
    expect(late.text).toMatch(/role="alert">It was changed after you saw it/);
    expect(late.text).toContain('Second');
    for (const decision of ['changes_requested', 'commented']) {
      const kept = await page.decide(post, decision, 'About the first');
      expect([kept.status, kept.text]).toEqual([409, expect.stringContaining('>About the first</textarea>')]);
    }
    expect(await receipts(made.id)).toEqual([]);
    const now = await postOf(post);
    const answers = await Promise.all([page.decide(now, 'approved'), other.decide(now, 'approved')]);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(await receipts(made.id)).toHaveLength(1);
    await ws.api.get(`/v1/posts/${post.id}`, { headers: { prefer: 'wait=20' } });
    const left = (await ledgerOf(ws, 'mastodon')).filter(({ text }: Body) => text === 'Second' || text === 'First');
    expect(left).toMatchObject([{ text: 'Second' }]);
  });

  test('a live post shows what its edit would leave; asking for changes rejects the edit', async () => {
    const live = await ws.api.post(
      '/v1/posts',
      { text: 'Old words', targets: targetsOn(ws, 'mastodon'), publish_now: true },
      { headers: { prefer: 'wait=20' } },
    );
    expect((await planner.patch(`/v1/posts/${live.body.id}`, { text: 'New words' })).status).toBe(202);
    const made = await link({ post_ids: [live.body.id] });
    const page = new ReviewPage(made.url);
    const { text } = await page.send({ do: 'name', name: 'Carla' });
    expect(text).toContain('A change of a post that is published');
    expect(text).toContain('New words');
    expect(text).not.toContain('Old words');
    const done = await page.decide(await postOf(live.body), 'changes_requested', 'Leave it');
    expect(done.status).toBe(200);
    expect(await receipts(made.id)).toMatchObject([
      { decision: 'changes_requested', seen: { texts: [{ parts: ['New words'] }] } },
    ]);
    expect((await owner.get('/v1/held?state=rejected')).body.data).toMatchObject([
      { post_id: live.body.id, note: 'Leave it' },
    ]);
  });

  test('shows pictures from the storage; the receipt has the hash of their bytes', async () => {
    const picture = await (await fetch(`${ws.simulatorUrl}/files/sample.png`)).arrayBuffer();
    const form = new FormData();
    form.set('file', new Blob([picture], { type: 'image/png' }), 'cake.png');
    const { media_id: id } = (await ws.api.post('/v1/media/upload', form)).body;
    const post = await plan('With a picture', {
      media: [{ source_type: 'media_id', source: id, alt_text: 'A cake "here"' }],
    });
    const made = await link({ post_ids: [post.id] });
    const page = new ReviewPage(made.url);
    const { text, headers } = await page.send({ do: 'name', name: 'Carla' });
    const [, src = '', alt] = /<img src="([^"]+)" alt="([^"]*)"/.exec(text) ?? [];
    expect(alt).toBe('A cake &quot;here&quot;');
    const shown = await fetch(src.replaceAll('&amp;', '&'));
    expect([shown.status, Buffer.from(await shown.arrayBuffer()).equals(Buffer.from(picture))]).toEqual([200, true]);
    expect(headers.get('content-security-policy')).toContain(`img-src 'self' ${service.url}`);
    await page.decide(post, 'approved');
    const sha256 = createHash('sha256').update(Buffer.from(picture)).digest('hex');
    expect(await receipts(made.id)).toMatchObject([{ seen: { media: [{ id, sha256 }] } }]);
  });

  test('GET changes nothing, for scanners of mail too', async () => {
    const post = await plan('Scanned');
    const made = await link({ post_ids: [post.id] });
    for (const method of ['GET', 'HEAD', 'GET'])
      expect((await fetch(`${made.url}?do=approved&post=${post.id}`, { method })).status).toBe(200);
    expect((await postOf(post)).held.state).toBe('waiting');
  });
});

describe('a browser with a session here', () => {
  test('decides as its person: an author approves nothing of its own, and another page cannot use the cookie', async () => {
    await owner.patch(`/v1/brands/${brandId}`, { approval: true });
    const ana = await signedIn(service, ws, { role: 'admin', name: 'Ana' });
    const mine = await ana.post('/v1/posts', {
      text: 'Mine',
      targets: targetsOn(ws, 'mastodon'),
      scheduled_at: later(),
    });
    expect(mine.status).toBe(202);
    const made = await link({ post_ids: [mine.body.id] }, ana);
    const page = new ReviewPage(made.url, ana.headers);
    expect((await page.get()).text).toContain('You decide as Ana, who is signed in');
    const own = await page.decide(mine.body, 'approved');
    expect(own.status).toBe(403);
    expect(own.text).toContain('Nobody decides about what they wrote themselves');
    const foreign = new ReviewPage(made.url, { ...owner.headers, origin: 'https://evil.example' });
    expect((await foreign.decide(mine.body, 'approved')).status).toBe(403);
    const olga = new ReviewPage(made.url, owner.headers);
    expect((await olga.decide(mine.body, 'approved')).text).toContain('Approved by Olga');
    expect(await receipts(made.id)).toMatchObject([{ decided_by: { type: 'user', name: 'Olga' } }]);
    await owner.patch(`/v1/brands/${brandId}`, { approval: false });
  });
});

describe('list_review_links, delete_review_link', () => {
  test('a link that was withdrawn, has expired or is unknown is a page that says so', async () => {
    const post = await plan('Later');
    const made = await link({ post_ids: [post.id] });
    const page = new ReviewPage(made.url);
    await page.send({ do: 'name', name: 'Carla' });
    const withdrawn = await owner.delete(`/v1/reviews/${made.id}`);
    expect(withdrawn.body).toMatchObject({ status: 'withdrawn' });
    expect(withdrawn.body.url).toBeUndefined();
    for (const seen of [await page.get(), await page.decide(post, 'approved')]) {
      expect(seen.status).toBe(410);
      expect(seen.text).toMatch(/withdrawn/);
    }
    expect((await postOf(post)).held.state).toBe('waiting');
    const short = await link({ post_ids: [post.id], expires_at: later(60_000) });
    await service.sql('update review_links set expires_at = now() where id = $1', [short.id]);
    const expired = await new ReviewPage(short.url).get();
    expect([expired.status, expired.text]).toEqual([410, expect.stringContaining('This link has expired')]);
    expect((await new ReviewPage(`${service.url}/review/nonsense`).get()).status).toBe(404);
    const { data } = (await owner.get(`/v1/reviews?brand_id=${brandId}&limit=2`)).body;
    expect(data.map(({ id, status }: Body) => [id, status])).toEqual([
      [short.id, 'expired'],
      [made.id, 'withdrawn'],
    ]);
    expect(JSON.stringify(data)).not.toContain('/review/');
    const [{ hash }] = await service.sql(`select encode(token_hash, 'hex') as hash from review_links where id = $1`, [
      made.id,
    ]);
    const token = made.url.split('/').at(-1);
    expect(hash).toBe(createHash('sha256').update(token).digest('hex'));
  });

  test('only somebody who may approve and sends directly makes, lists, reads or withdraws one', async () => {
    const made = await link({ from: later(), to: later(7_200_000) });
    const editor = await signedIn(service, ws, { role: 'editor' });
    const held = await keyMadeBy(ws.api, service, { sending: 'held', can_approve: false });
    for (const caller of [editor, held, ws.api]) {
      const answers = [
        await caller.post('/v1/reviews', { brand_id: brandId, from: later(), to: later(7_200_000) }),
        await caller.get('/v1/reviews'),
        await caller.get(`/v1/reviews/${made.id}`),
        await caller.delete(`/v1/reviews/${made.id}`),
      ];
      for (const { status, body } of answers)
        expect([status, body.code]).toEqual([403, expect.stringMatching(/permission_denied|insufficient_scope/)]);
    }
    const { body: other } = await owner.post('/v1/brands', { name: 'Another' });
    const limited = await signedIn(service, ws, { role: 'editor', canApprove: true, brandIds: [other.id] });
    expect((await limited.get(`/v1/reviews/${made.id}`)).status).toBe(404);
    expect((await limited.delete(`/v1/reviews/${made.id}`)).status).toBe(404);
    expect((await limited.get('/v1/reviews')).body.data).toEqual([]);
    expect((await limited.post('/v1/reviews', { brand_id: brandId, from: later(), to: later(9e6) })).status).toBe(404);
  });

  test.each([
    ['brand_id', {}, { brand_id: undefined, from: '2027-01-01', to: '2027-01-02' }],
    ['post_ids', {}, {}],
    ['post_ids', {}, { post_ids: [] }],
    ['post_ids', {}, { post_ids: Array.from({ length: 501 }, (_, n) => `post_${n}`) }],
    ['post_ids.0', {}, { post_ids: ['post_00000000000000000000000000'] }],
    ['from', {}, { to: '2027-01-02' }],
    ['to', {}, { from: '2027-01-02' }],
    ['to', {}, { from: '2027-01-02', to: '2027-01-02' }],
    ['to', {}, { from: '2027-01-02', to: 'tomorrow' }],
    ['from', {}, { post_ids: ['post_1'], from: '2027-01-02' }],
    ['expires_at', {}, { from: '2027-01-01', to: '2027-01-02', expires_at: '2020-01-01' }],
    ['expires_at', {}, { from: '2027-01-01', to: '2027-01-02', expires_at: later(91 * 86_400_000) }],
    ['name', {}, { from: '2027-01-01', to: '2027-01-02', name: 'a\u202eb' }],
    ['message', {}, { from: '2027-01-01', to: '2027-01-02', message: ' ' }],
  ])('400 for a wrong %s', async (field, _, fields) => {
    expect(await owner.post('/v1/reviews', { brand_id: brandId, ...fields })).toMatchObject({
      status: 400,
      body: { meta: { field } },
    });
  });

  test('a post of another brand is no post of the link, and a form decides about no other', async () => {
    const { body: other } = await owner.post('/v1/brands', { name: 'Elsewhere' });
    await service.sql('update accounts set brand_id = $1 where id = $2', [other.id, ws.accounts.bluesky?.id]);
    const foreign = await planner.post('/v1/posts', {
      text: 'Elsewhere',
      targets: targetsOn(ws, 'mastodon', 'bluesky'),
      scheduled_at: later(),
    });
    const post = await plan('Here');
    const rejected = await owner.post('/v1/reviews', { brand_id: brandId, post_ids: [post.id, foreign.body.id] });
    expect(rejected).toMatchObject({ status: 400, body: { meta: { field: 'post_ids.1' } } });
    const page = new ReviewPage((await link({ post_ids: [post.id] })).url);
    await page.send({ do: 'name', name: 'Carla' });
    expect((await page.decide(foreign.body, 'approved')).status).toBe(404);
    const mixed = await page.send({
      do: 'approved',
      post: post.id,
      held: foreign.body.held.id,
      seen: foreign.body.held.fingerprint,
    });
    expect(mixed.status).toBe(404);
    const forged = { do: 'commented', post: post.id, held: foreign.body.held.id, seen: 'text:x', note: 'Yes' };
    expect((await page.send(forged)).status).toBe(404);
    for (const form of [{}, { do: 'nothing' }, { do: 'approved' }, { do: 'commented', post: post.id, note: ' ' }])
      expect((await page.send(form as Record<string, string>)).status).toBeGreaterThanOrEqual(400);
    expect((await postOf(foreign.body)).held.state).toBe('waiting');
  });
});
