import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleImage, TestInstagram, TestSimulator } from './testing.ts';

let simulator: TestSimulator;
let owner: TestInstagram;
let guest: TestInstagram;

beforeAll(async () => {
  simulator = await new TestSimulator().start();
  [owner, guest] = [await TestInstagram.make(simulator, 'owner'), await TestInstagram.make(simulator, 'guest')];
});
afterAll(() => simulator.close());

test('a collaborator is invited and answers once; only the owner sees it', async () => {
  const post = await owner.publish({ image_url: sampleImage, caption: 'Ours', collaborators: '["@Guest","nobody"]' });
  const collaborators = async () => (await owner.get(`${post}/collaborators`)).body.data;
  expect(await collaborators()).toMatchObject([
    { id: guest.id, username: 'guest', invite_status: 'Pending' },
    { username: 'nobody', invite_status: 'Pending' },
  ]);
  expect((await guest.get(`${post}/collaborators`)).body.error).toMatchObject({ code: 100, error_subcode: 33 });

  const invite = { media_id: post, media_owner_username: 'owner', caption: 'Ours', media_url: sampleImage };
  expect((await guest.get('me/collaboration_invites')).body.data).toEqual([invite]);
  expect((await guest.post('me/collaboration_invites', { media_id: post })).body.error.code).toBe(100);
  expect((await owner.post('me/collaboration_invites', { media_id: post, accept: 'true' })).body.error.code).toBe(100);
  expect((await guest.post('me/collaboration_invites', { media_id: post, accept: 'true' })).body).toEqual({
    success: true,
  });
  expect((await collaborators())[0].invite_status).toBe('Accepted');
  expect((await guest.get('me/collaboration_invites')).body).toEqual({ data: [] });
  expect((await guest.post('me/collaboration_invites', { media_id: post, accept: 'false' })).body.error.code).toBe(100);
});

test('an invitation ends after 14 days; stories invite nobody', async () => {
  const post = await owner.publish({ image_url: sampleImage, collaborators: '["guest"]' });
  const story = await owner.publish({ image_url: sampleImage, media_type: 'STORIES', collaborators: '["guest"]' });
  expect((await owner.get(`${story}/collaborators`)).body).toEqual({ data: [] });
  expect((await guest.get('me/collaboration_invites')).body.data).toMatchObject([{ media_id: post }]);
  await simulator.control('POST', '/clock', { advance_seconds: 15 * 24 * 3600 });
  expect((await guest.get('me/collaboration_invites')).body).toEqual({ data: [] });
});
