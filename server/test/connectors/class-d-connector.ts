import { z } from 'zod';
import { callPlatform, type Purpose, platformError, retryAfter } from '../../src/connectors/shared/call-platform.ts';
import { twitter } from '../../src/connectors/twitter/index.ts';
import type { Connector, Content, ThreadPart } from '../../src/core/connector.ts';
import type { BlindEffect, Prepared, Published } from '../../src/core/effect.ts';
import type { PlatformError } from '../../src/core/platform-error.ts';
import type { PlatformRequest, PlatformResponse, Session } from '../../src/core/session.ts';

/*
 * A connector of class D: what it sends cannot be read back, so a lost response stays lost. No product has it; it proves
 * the protocol of its class over `classDPlatform`, which stands in for WhatsApp in the simulator then. To use it:
 *   startTestService({}, { connectors: { ...connectors, whatsapp: classDConnector } })
 */

const Made = z.object({ id: z.string().min(1).max(64) });
const Profile = z.object({ platform_id: z.string().min(1), username: z.string().min(1), name: z.string().min(1) });
const PreparedMedia = z.object({ ids: z.array(z.string()) });

async function call<Schema extends z.ZodType>(
  session: Session,
  purpose: Purpose,
  { path, ...rest }: Omit<PlatformRequest, 'url'> & { readonly path: string },
  answer: Schema,
): Promise<z.output<Schema>> {
  const headers = { authorization: `Bearer ${session.tokens.accessToken}` };
  const request = { ...rest, url: `${session.hosts.api}${path}`, headers };
  const rejection = (received: PlatformResponse) => toRejection(received, session.now());
  return (await callPlatform(session, { purpose, request, response: answer, rejection })).value;
}

const Rejection = z.object({ error: z.string() });

function toRejection({ status, json, headers }: PlatformResponse, now: Date): PlatformError | undefined {
  const words = Rejection.safeParse(json).data?.error;
  if (status === 401) return platformError('auth_expired', words, status);
  const wait = retryAfter(headers['retry-after'], now);
  if (status === 429)
    return platformError('rate_limited', words, status, wait === undefined ? {} : { retryAfterSeconds: wait });
  if (words === undefined || status >= 500) return undefined;
  return status === 404 ? platformError('not_found', words, status) : platformError('rejected', words, status);
}

async function upload(session: Session, content: Content): Promise<Prepared> {
  const ids = [];
  for (const item of content.media) {
    const { bytes, filename, contentType } = await session.media(item);
    const multipart = [
      ...(item.altText ? [{ name: 'alt', value: item.altText }] : []),
      { name: 'file', value: bytes, filename, type: contentType },
    ];
    ids.push((await call(session, 'read', { method: 'POST', path: '/media', body: { multipart } }, Made)).id);
  }
  return { ids };
}

async function publish(session: Session, content: Content, prepared: Prepared, parent?: string): Promise<Published> {
  const json = {
    text: content.text,
    media_ids: PreparedMedia.parse(prepared).ids,
    parent_id: parent,
    page_id: content.destinationId,
  };
  const { id } = await call(session, 'effect', { method: 'POST', path: '/posts', body: { json } }, Made);
  return { platformId: id, permalink: `https://blind.example/${id}` };
}

const publishing: BlindEffect<Content> = {
  class: 'D',
  prepare: upload,
  send: (session, content, prepared) => publish(session, content, prepared),
};

const thread: BlindEffect<ThreadPart> = {
  class: 'D',
  prepare: (session, { content }) => upload(session, content),
  send: (session, { content, parentId }, prepared) => publish(session, content, prepared, parentId),
};

export const classDConnector: Connector = {
  platform: 'whatsapp',
  displayName: 'Class D',
  version: { name: '1' },
  connecting: { kind: 'token' },
  limits: { ...twitter.limits, media: { ...twitter.limits.media, videosMax: 0 } },
  options: z.strictObject({}),
  auth: {
    hosts: { api: 'https://blind.invalid' },
    async profile(session) {
      const { platform_id, username, name } = await call(session, 'read', { method: 'GET', path: '/me' }, Profile);
      return { platformId: platform_id, username, name };
    },
  },
  destinations: 'pages',
  publishing,
  thread,
};
