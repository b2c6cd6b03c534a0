import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace } from './harness.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService();
  ws = await service.workspace({ plan: 'free' });
});
afterAll(() => service.close());

/** Both send the whole body before they read. */
const URLLIB = `
import sys, urllib.request, urllib.error
method, url, key, content_type, megabytes = sys.argv[1:]
headers = {'Content-Type': content_type, **({'Authorization': 'Bearer ' + key} if key else {})}
request = urllib.request.Request(url, b'x' * (int(megabytes) << 20), headers, method=method)
try:
    print(urllib.request.urlopen(request).status)
except urllib.error.HTTPError as error:
    print(error.code, error.read().decode())
`;
const HTTP_CLIENT = `
import sys, http.client, urllib.parse
method, url, key, content_type, megabytes = sys.argv[1:]
place = urllib.parse.urlsplit(url)
connection = http.client.HTTPConnection(place.netloc)
headers = {'Content-Type': content_type, **({'Authorization': 'Bearer ' + key} if key else {})}
connection.request(method, place.path + '?' + place.query, b'x' * (int(megabytes) << 20), headers)
response = connection.getresponse()
print(response.status, response.read().decode())
`;

describe.skipIf(!hasPython)('clients of Python', () => {
  for (const [client, script] of Object.entries({ urllib: URLLIB, 'http.client': HTTP_CLIENT })) {
    const send = async (...words: string[]) => (await promisify(execFile)('python3', ['-c', script, ...words])).stdout;

    test(`${client} gets the 413 of an upload beyond the plan`, async () => {
      const { body } = await ws.api.get('/v1/media/upload-url?media_type=video/mp4&filename=large.mp4');
      const said = await send('PUT', body.upload_url, '', 'video/mp4', '110');
      expect(said).toMatch(/^413 .*"storage_quota_exceeded"/s);
    });

    test(`${client} gets the rejection of a form that is too large`, async () => {
      const said = await send(
        'POST',
        `${service.url}/v1/media/upload`,
        ws.api.key,
        'multipart/form-data; boundary=x',
        '80',
      );
      expect(said).toMatch(/^400 .*larger than 50 MiB/s);
    });

    test(`${client} gets the 413 of a body that is too large`, async () => {
      const said = await send('POST', `${service.url}/v1/posts`, ws.api.key, 'application/json', '8');
      expect(said).toMatch(/^413 .*"payload_too_large"/s);
    });
  }
});
