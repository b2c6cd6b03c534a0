import { Agent, request } from 'node:http';
import { endpointsOf } from '../endpoints.ts';
import type { Body } from '../harness.ts';
import { hubSignature } from '../signed-callbacks.ts';
import { hostileBodies } from './bodies.ts';
import { hostileFiles, separators } from './files.ts';
import { hostileHeaders } from './headers.ts';

/** A service under attack, with a test key and the app secret of its world. */
export interface Target {
  readonly url: string;
  readonly key: string;
  /** The path of callbacks, without the platform. */
  readonly callbacks: string;
  readonly secret: string;
}

/** One hostile request without an address. */
export interface Shot {
  readonly name: string;
  readonly content?: Buffer;
  readonly contentType?: string;
  /** The name of the file that the content is. */
  readonly filename?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The destination of a shot. */
export interface Aim {
  readonly method: string;
  readonly path: string;
  /** The sender: with a test key, without one, or signed by the app of a world. */
  readonly as: 'key' | 'nobody' | 'platform';
  /** The parameter of the address that takes a text. */
  readonly search?: string;
}

export type AimedShot = readonly [Aim, Shot];

export interface Outcome {
  /** 0: the service closed the connection without a response. */
  readonly status: number;
  readonly text: string;
}

/** One path of each kind: several operations, a page, an unknown path, callbacks. */
export const AIMS: readonly Aim[] = [
  { method: 'POST', path: '/v1/posts', as: 'key' },
  { method: 'POST', path: '/v1/posts/validate', as: 'key' },
  { method: 'POST', path: '/v1/media/upload', as: 'key' },
  { method: 'POST', path: '/v1/posts/import', as: 'key' },
  { method: 'GET', path: '/v1/posts', as: 'key', search: 'search' },
  { method: 'POST', path: '/v1/posts', as: 'nobody' },
  { method: 'POST', path: '/nothing', as: 'nobody' },
  { method: 'GET', path: '/guide', as: 'nobody', search: 'q' },
  { method: 'POST', path: 'facebook', as: 'platform' },
  { method: 'POST', path: 'whatsapp', as: 'platform' },
];

/** More than 400 bodies, files and sets of headers. */
export async function hostileShots(): Promise<readonly Shot[]> {
  return [
    ...hostileBodies(),
    ...hostileHeaders(),
    ...(await hostileFiles()).map(({ name, content }) => ({ name, content, filename: name })),
  ];
}

export const agent = new Agent({ keepAlive: true, maxSockets: 8 });
const BOUNDARY = 'hubbub-hostile';
const ANSWER_MS_MAX = 40_000;

/** Sends a shot and reads the response. Rejects when none comes in time. */
export function shoot(target: Target, { method, path, as, search }: Aim, shot: Shot): Promise<Outcome> {
  const isBodiless = method === 'GET' || method === 'HEAD';
  const { content, contentType } = isBodiless ? {} : bodyOf(shot, as);
  const address =
    as === 'platform'
      ? `${target.callbacks}/${path}`
      : path + (search === undefined ? '' : `?${search}=${textOf(shot)}`);
  const headers = {
    ...(as === 'key' ? { authorization: `Bearer ${target.key}` } : {}),
    ...(as === 'platform' ? { 'x-hub-signature-256': hubSignature(target.secret, content ?? '') } : {}),
    ...(contentType === undefined ? {} : { 'content-type': contentType }),
    ...shot.headers,
    ...(content === undefined ? {} : { 'content-length': String(content.length) }),
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${target.url}${address}`,
      { agent, method, headers, timeout: ANSWER_MS_MAX },
      (incoming) => {
        const status = incoming.statusCode ?? 0;
        const chunks: Buffer[] = [];
        // A stream of events has no end of its own.
        if (incoming.headers['content-type']?.startsWith('text/event-stream')) incoming.destroy();
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', () => {});
        incoming.on('close', () => resolve({ status, text: Buffer.concat(chunks).toString() }));
      },
    );
    outgoing.on('timeout', () => {
      reject(new Error(`${method} ${address}: no response to ${shot.name}`));
      outgoing.destroy();
    });
    outgoing.on('error', () => resolve({ status: 0, text: '' }));
    outgoing.end(content);
  });
}

/** A file is sent as a form by clients, as it is by platforms. */
function bodyOf(
  { content, contentType, filename }: Shot,
  as: Aim['as'],
): Partial<Pick<Shot, 'content' | 'contentType'>> {
  if (content === undefined) return { content: Buffer.from('{}'), contentType: 'application/json' };
  if (filename === undefined || as === 'platform') return { content, contentType: contentType ?? 'application/json' };
  const disposition = `form-data; name="file"; filename=${JSON.stringify(filename.toWellFormed())}`;
  const head = `--${BOUNDARY}\r\ncontent-disposition: ${disposition}\r\ncontent-type: image/png\r\n\r\n`;
  return {
    content: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${BOUNDARY}`,
  };
}

const QUERY_LENGTH_MAX = 2000;

/** The beginning of the content as a text of an address. */
function textOf({ content = Buffer.alloc(0) }: Shot): string {
  const text = content.toString('utf8', 0, QUERY_LENGTH_MAX).replace(/^\{"text":"/, '');
  return encodeURIComponent(text).slice(0, QUERY_LENGTH_MAX).replace(/%.?$/, '');
}

/** The target that a test key knows of itself. */
export async function targetOf(url: string, key: string): Promise<Target> {
  const world: Body = await (
    await fetch(`${url}/v1/test/world`, { headers: { authorization: `Bearer ${key}` } })
  ).json();
  const app: Body = await (await fetch(`${world.url.replace(/\/$/, '')}/control/apps/facebook`)).json();
  return { url, key, callbacks: `/callbacks/test/${world.world}`, secret: app.client_secret };
}

const PER_PATH = 10;
const PAGES = [
  '/',
  '/docs',
  '/guide',
  '/openapi.json',
  '/llms.txt',
  '/connect/x',
  '/invites/x',
  '/media/x',
  '/nowhere',
];
const CALLBACKS = ['twitter', 'instagram', 'threads', 'telegram', 'bluesky', 'facebook/erase', 'nowhere'];

/** Ten of the shots for every operation, page and receiver of callbacks, with unknown ids. */
export async function toEveryPath(url: string, shots: readonly Shot[]): Promise<AimedShot[]> {
  const document: Body = await (await fetch(`${url}/openapi.json`)).json();
  const aims: Aim[] = [
    ...endpointsOf(document).map(({ method, path }) => ({
      method,
      path: path.replace(/\{\w+\}/g, 'x'),
      as: 'key' as const,
    })),
    ...PAGES.flatMap((path) => ['GET', 'POST'].map((method) => ({ method, path, as: 'nobody' as const }))),
    ...CALLBACKS.map((path) => ({ method: 'POST', path, as: 'platform' as const })),
  ];
  return aims.flatMap((aim, at) =>
    Array.from({ length: PER_PATH }, (_, n): AimedShot => [aim, shots[(at * 53 + n * 41) % shots.length] as Shot]),
  );
}

/** A table of 50 MB of separators. */
export function tableShot(): AimedShot {
  const { name, content } = separators();
  return [
    { method: 'POST', path: '/v1/posts/import', as: 'key' },
    { name, content, filename: name },
  ];
}
