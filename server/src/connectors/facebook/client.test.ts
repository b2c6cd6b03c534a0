import { describe, expect, test } from 'vitest';
import { fakeSession, graphError } from '../shared/meta/session.fake.ts';
import { uploadByUrl } from './client.ts';

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
