import { requiredOptions } from '../../src/connectors/example-options.ts';
import { connectors } from '../../src/connectors/index.ts';
import { type Body, createClient } from '../harness.ts';
import type { Started } from './processes.fixture.ts';

/** The platforms where the post of the walkthrough is enough: a text with an image, without board, title or option. */
export const open = Object.values(connectors).filter((connector) => {
  const { destinations, limits } = connector;
  const isOptional = Object.keys(requiredOptions(connector)).length === 0;
  return (
    connector.publishing !== undefined &&
    destinations !== 'boards' &&
    !limits.title.required &&
    limits.media.imagesMin <= 1 &&
    isOptional
  );
});

/** Publishes a text on every account and waits for the outcome. */
export async function publish({ url, key }: Pick<Started, 'url' | 'key'>, text: string): Promise<Body> {
  const api = createClient(url, key);
  const all: Body[] = (await api.get('/v1/accounts')).body.data;
  const accounts = all.filter(({ platform }) => open.some((connector) => connector.platform === platform));
  const media = [{ source_type: 'url', source: 'https://simulator.test/files/sample.jpg' }];
  const targets = accounts.map(({ id }) => ({ account_id: id }));
  const response = await api.post(
    '/v1/posts',
    { text, media, targets, publish_now: true },
    { headers: { prefer: 'wait=30' } },
  );
  return response.body;
}

export const isReady = async (url: string) =>
  (await fetch(`${url}/health/ready`).catch(() => undefined))?.status === 200;
