import { describe, expect, test } from 'vitest';
import { type CodeRow, proveCodes } from '../shared/meta/codes.fixture.ts';
import { fakeSession, graphError } from '../shared/meta/session.fake.ts';
import { call, uploadByUrl } from './client.ts';

/** The codes that the page names for Pages. */
const OWN: readonly CodeRow[] = [
  [190, 492, 'auth_expired', 'auth_expired'],
  [283, undefined, 'forbidden', 'forbidden'],
  [100, 1366046, 'rejected', 'rejected', 'media'],
  [1, 1390008, 'rate_limited', 'rate_limited'],
  [1, 1346003, 'rejected', 'rejected'],
  [1, 1404006, 'forbidden', 'forbidden'],
  [1, 1404102, 'rejected', 'rejected'],
  [1, 1404078, 'forbidden', 'forbidden'],
  [1, 1609008, 'rejected', 'rejected', 'text'],
  [1, 2061006, 'rejected', 'rejected'],
  [1, 1349125, 'rejected', 'rejected', 'media'],
  [1, 1404112, 'forbidden', 'forbidden'],
  [1, 1363047, 'unavailable', 'unknown'],
  [1, 1609010, 'unavailable', 'unknown'],
  [1, 2069019, 'rejected', 'rejected', 'media'],
  [1, 4854002, 'forbidden', 'forbidden'],
];

proveCodes(call, OWN);

describe('an upload by address', () => {
  const upload = (response: Parameters<typeof fakeSession>[0]) => {
    const { session, requests } = fakeSession(response);
    const hosts = { ...session.hosts, rupload: 'https://rupload.test' };
    return { requests, done: uploadByUrl({ ...session, hosts }, '1192', 'https://m.test/ä.mp4') };
  };

  test('goes to our host, even when the response before it names another', async () => {
    const { requests, done } = upload(() => ({ json: { success: true } }));
    await done;
    expect(requests).toMatchObject([
      {
        method: 'POST',
        url: 'https://rupload.test/video-upload/v25.0/1192',
        headers: { authorization: 'OAuth IGAAsecrettoken', file_url: 'https://m.test/%C3%A4.mp4' },
      },
    ]);
  });

  const problem = (retriable: unknown, status = 400) => ({
    status,
    json: { debug_info: { retriable, type: 'ProcessingFailedError', message: 'No video' } },
  });

  test.each([
    ['a bad file', problem(false), 'rejected'],
    ['a passing fault', problem(true), 'unavailable'],
    ['an outage', problem(false, 503), 'unavailable'],
    ['an error of the Graph', graphError(190), 'auth_expired'],
    ['nonsense', { text: '<html>' }, 'unavailable'],
  ])('%s is %s', async (_name, response, kind) => {
    await expect(upload(() => response).done).rejects.toMatchObject({ kind });
  });
});
