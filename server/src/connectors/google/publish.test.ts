import { expect, test } from 'vitest';
import type { Content } from '../../core/connector.ts';
import type { Media } from '../../core/session.ts';
import { editing } from './editing.ts';
import { options } from './options.ts';
import { publishing } from './publish.ts';
import { removal } from './removal.ts';
import { googleSession, LOCATION, no, POST } from './session.fake.ts';

const content = (fields: Partial<Content> = {}): Content => ({ text: 'Hi', media: [], options: {}, ...fields });
const image: Media = { type: 'image', url: 'https://a.example/x.png' };
const searchUrl = 'https://local.google.com/place?id=1';

async function publish(post: Content, response: object = { name: POST, state: 'LIVE', searchUrl }, type?: string) {
  const fake = googleSession(() => ({ json: response }), type);
  await publishing.prepare?.(fake.session, post);
  expect(fake.requests).toEqual([]);
  const published = await publishing.send(fake.session, post, {}, 'key');
  return { ...fake, published, body: fake.requests[0]?.body };
}

test('a text with an image is a standard post in the language of the location', async () => {
  const { calls, published, body } = await publish(content({ media: [image] }));
  expect(published).toEqual({ platformId: POST, permalink: searchUrl });
  expect(calls()).toEqual([`POST /v4/${LOCATION}/localPosts`]);
  expect(body).toEqual({
    json: {
      languageCode: 'en',
      summary: 'Hi',
      topicType: 'STANDARD',
      media: [{ mediaFormat: 'PHOTO', sourceUrl: image.url }],
    },
  });
});

const schedule = { startDate: { year: 2026, month: 12, day: 1 }, endDate: { year: 2026, month: 12, day: 10 } };
const event = { title: 'Winter sale', schedule };

test.each([
  { topicType: 'EVENT', event, callToAction: { actionType: 'SIGN_UP', url: 'https://a.example/rsvp' } },
  { topicType: 'OFFER', event, offer: { couponCode: 'WIN20', redeemOnlineUrl: 'https://a.example/win' } },
  { topicType: 'ALERT', alertType: 'COVID_19' },
  { topicType: 'STANDARD', callToAction: { actionType: 'CALL' }, languageCode: 'de-AT' },
])('$topicType goes as it is said', async (said) => {
  const { body } = await publish(content({ options: options.parse(said) as Content['options'] }));
  expect(body).toEqual({ json: { languageCode: 'en', summary: 'Hi', ...said } });
});

const bothOn = { startDate: schedule.startDate, endDate: schedule.startDate };
test.each([
  [{ topicType: 'EVENT' }, 'event'],
  [{ event }, 'event'],
  [{ topicType: 'EVENT', event, offer: {} }, 'offer'],
  [{ topicType: 'ALERT' }, 'alertType'],
  [{ alertType: 'COVID_19' }, 'alertType'],
  [{ callToAction: { actionType: 'BOOK' } }, 'callToAction'],
  [{ callToAction: { actionType: 'CALL', url: 'https://a.example' } }, 'callToAction'],
  [{ callToAction: { actionType: 'BOOK', url: 'ftp://a.example' } }, 'callToAction.url'],
  [{ topicType: 'OFFER', event, callToAction: { actionType: 'CALL' } }, 'callToAction'],
  [
    {
      topicType: 'EVENT',
      event: { title: 'x', schedule: { ...bothOn, startTime: { hours: 9 }, endTime: { hours: 8 } } },
    },
    'event.schedule.endDate',
  ],
  [
    { topicType: 'EVENT', event: { title: 'x', schedule: { ...schedule, endDate: { year: 2025, month: 1, day: 1 } } } },
    'event.schedule.endDate',
  ],
])('%j is rejected', (said, path) => {
  const issues = options.safeParse(said).error?.issues;
  expect(issues?.map((issue) => issue.path.join('.'))).toEqual([path]);
});

test.each([
  [{ visibility: 'private' }, 'visibility'],
  [{ text: ' ' }, 'text'],
  [{ media: [image, image] }, 'media'],
  [{ media: [{ type: 'video', url: 'https://a.example/x.mp4' }] }, 'media'],
  [{ options: { topicType: 'NEWS' } }, 'platform_data'],
])('the content %j is rejected', async (fields, field) => {
  await expect(publish(content(fields as Partial<Content>))).rejects.toMatchObject({
    kind: 'rejected',
    facts: { field },
  });
});

test('an image of another type is rejected before the post is created', async () => {
  const rejected = publish(content({ media: [image] }), {}, 'image/gif');
  await expect(rejected).rejects.toMatchObject({ kind: 'rejected', facts: { field: 'media' } });
});

test('a post that Google rejects was not published', async () => {
  const rejected = publish(content(), { name: POST, state: 'REJECTED' });
  await expect(rejected).rejects.toMatchObject({ kind: 'rejected', facts: { platformCode: 'REJECTED' } });
});

const listed = (number: number, more: object = {}) => ({
  name: `${LOCATION}/localPosts/${number}`,
  summary: 'Hi',
  topicType: 'STANDARD',
  state: 'LIVE',
  createTime: `2026-03-01T12:00:0${number}.123Z`,
  ...more,
});
const since = new Date('2026-03-01T12:00:03Z');

test('the list is read to its end and holds only possible matches', async () => {
  const pages: Record<string, object> = {
    '': { localPosts: [listed(1), listed(3, { state: 'REJECTED' }), listed(4)], nextPageToken: 'b' },
    b: {
      localPosts: [listed(5, { topicType: 'EVENT' }), listed(6, { state: 'PROCESSING' }), listed(7, { media: [{}] })],
    },
  };
  const { session } = googleSession(({ query }) => ({ json: pages[String(query?.pageToken ?? '')] }));
  const found = await publishing.list(session, content(), since);
  expect(found.map(({ platformId }) => platformId.slice(-1))).toEqual(['7', '6', '4']);
  const ofText = found.filter((item) => publishing.matches(content({ text: 'Hi ' }), item));
  expect(ofText.map(({ platformId }) => platformId.slice(-1))).toEqual(['6', '4']);
  const withImage = found.filter((item) => publishing.matches(content({ media: [image] }), item));
  expect(withImage.map(({ platformId }) => platformId.slice(-1))).toEqual(['7', '6']);
});

test('an unreadable list proves nothing', async () => {
  for (const json of [{ posts: [] }, { localPosts: [listed(4, { createTime: 'soon' })] }, []]) {
    const { session } = googleSession(() => ({ json }));
    await expect(publishing.list(session, content(), since)).rejects.toMatchObject({ kind: 'unavailable' });
  }
  const { session, calls } = googleSession(() => ({ json: {} }));
  expect(await publishing.list(session, content(), since)).toEqual([]);
  expect(calls()).toHaveLength(1);
});

test('a list with a repeating cursor ends, and proves nothing', async () => {
  const { session, calls } = googleSession(() => ({ json: { localPosts: [], nextPageToken: 'a' } }));
  await expect(publishing.list(session, content(), since)).rejects.toMatchObject({ facts: { reason: 'list_cut' } });
  expect(calls()).toHaveLength(2);
});

test('an edit changes only the text', async () => {
  const { session, requests, calls } = googleSession(() => ({ json: { name: POST, searchUrl } }));
  const edited = await editing.send(session, { platformId: POST, text: 'Better' }, {}, 'key');
  expect(edited).toEqual({ platformId: POST, permalink: searchUrl });
  expect(calls()).toEqual([`PATCH /v4/${POST}`]);
  expect(requests[0]).toMatchObject({ query: { updateMask: 'summary' }, body: { json: { summary: 'Better' } } });
});

test('posts of another location and other addresses are not_found', async () => {
  const { session, calls } = googleSession(() => ({ json: {} }));
  for (const platformId of [
    'accounts/1001/locations/9/localPosts/3',
    `${POST}/x`,
    '../accounts',
    `${LOCATION}/media/1`,
  ]) {
    expect(await removal.send(session, { platformId }, {}, 'key')).toEqual({ platformId });
    const edit = editing.send(session, { platformId, text: 'No' }, {}, 'key');
    await expect(edit).rejects.toMatchObject({ kind: 'not_found' });
  }
  expect(calls()).toEqual([]);
});

test('a missing post counts as removed', async () => {
  const { session, calls } = googleSession(() => no(404, 'NOT_FOUND'));
  expect(await removal.send(session, { platformId: POST }, {}, 'key')).toEqual({ platformId: POST });
  expect(calls()).toEqual([`DELETE /v4/${POST}`]);
});
