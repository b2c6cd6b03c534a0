import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Body, TestWorkspace } from '../../../test/harness.ts';
import { accountOf } from '../../../test/steps.ts';

/** Forwards every request to the simulator and records the tokens of the accounts that it creates. */
export function tokenKeeper() {
  const tokens = new Map<string, string>();
  let simulatorUrl = '';
  const server = createServer((asked, answered) => {
    const { method, headers, url = '' } = asked;
    const onward = request(`${simulatorUrl}${url}`, { method, headers }, (answer) => {
      answered.writeHead(answer.statusCode ?? 502, answer.headers);
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const bytes = Buffer.concat(parts);
        if (method === 'POST' && url.endsWith('/control/accounts')) {
          const made = JSON.parse(bytes.toString());
          tokens.set(`${made.platform} ${made.platform_id}`, made.tokens.access_token);
        }
        answered.end(bytes);
      });
      answer.on('error', () => answered.destroy());
    });
    onward.on('error', () => answered.destroy());
    asked.pipe(onward);
  });
  return {
    async listen(url: string): Promise<string> {
      simulatorUrl = url;
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    tokenOf: (workspace: TestWorkspace, platform: string) =>
      tokens.get(`${platform} ${accountOf(workspace, platform).platformId}`) ?? '',
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Uploads an image to the platform as its owner would without us. Returns the platform's id of it. */
export async function putThere(
  workspace: TestWorkspace,
  platform: string,
  token: string,
  caption = '',
): Promise<string> {
  const { simulatorUrl } = workspace;
  const { platformId } = accountOf(workspace, platform);
  const sample = 'https://simulator.test/files/sample.jpg';
  const call = async (
    path: string,
    body: FormData | URLSearchParams | string,
    headers: Record<string, string> = {},
  ): Promise<Body> => {
    const url = `${simulatorUrl}/${platform}/${path}`;
    const authorization = `Bearer ${token}`;
    const answer = await fetch(url, { method: 'POST', body, headers: { authorization, ...headers } });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`);
    return JSON.parse(text);
  };
  switch (platform) {
    case 'twitter': {
      const form = new FormData();
      form.set('media', await (await fetch(`${simulatorUrl}/files/sample.jpg`)).blob());
      form.set('media_category', 'tweet_image');
      form.set('media_type', 'image/jpeg');
      return (await call('api/2/media/upload', form)).data.id;
    }
    case 'instagram':
      return (await call('graph/v25.0/me/media', new URLSearchParams({ image_url: sample, caption }))).id;
    case 'threads':
      return (
        await call(
          'graph/v1.0/me/threads',
          new URLSearchParams({ media_type: 'IMAGE', image_url: sample, text: caption }),
        )
      ).id;
    default: {
      const owner = `urn:li:${platform === 'linkedin' ? 'person' : 'organization'}:${platformId}`;
      const headers = {
        'linkedin-version': '202607',
        'x-restli-protocol-version': '2.0.0',
        'content-type': 'application/json',
      };
      const json = JSON.stringify({ initializeUploadRequest: { owner } });
      const { value } = await call('api/rest/images?action=initializeUpload', json, headers);
      const body = await (await fetch(`${simulatorUrl}/files/sample.jpg`)).arrayBuffer();
      const authorization = `Bearer ${token}`;
      const put = await fetch(value.uploadUrl, { method: 'PUT', body, headers: { authorization } });
      if (!put.ok) throw new Error(`the upload answered ${put.status}`);
      return value.image;
    }
  }
}
