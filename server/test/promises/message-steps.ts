import { expect } from 'vitest';
import type { Body } from '../harness.ts';
import { pagesOf } from '../steps.ts';
import type { Stage } from './stage.ts';

export const path = '/v1/inbox/conversations';

export const messagesOf = (stage: Stage, conversation: Body): Promise<Body[]> =>
  pagesOf(stage.api, `${path}/${conversation.id}/messages?limit=100`);
export const send = (stage: Stage, conversation: Body, body: Body) =>
  stage.api.post(`${path}/${conversation.id}/messages`, body);

/** The messages of the account with this platform id, in all its conversations. */
async function find(stage: Stage, platformId: string): Promise<{ conversation: Body; message: Body } | undefined> {
  const { body } = await stage.api.get(`${path}?account_id=${stage.accountId}`);
  const found: { conversation: Body; message: Body }[] = [];
  for (const conversation of body.data)
    for (const message of await messagesOf(stage, conversation))
      if (message.platform_id === platformId) found.push({ conversation, message });
  expect(found.length).toBeLessThan(2);
  return found[0];
}

export async function written(stage: Stage, fields: Body = {}): Promise<{ conversation: Body; message: Body }> {
  const { platform_id: id } = await stage.does('message', { text: stage.text('Good day'), ...fields });
  return arrived(stage, id);
}

/** The message, once it is here, and its conversation as it is then. */
export async function arrived(stage: Stage, id: string): Promise<{ conversation: Body; message: Body }> {
  const { conversation, message } = await stage.arrives(() => find(stage, id), 'the message');
  const { body } = await stage.api.get(`${path}?account_id=${stage.accountId}`);
  return { conversation: body.data.find((one: Body) => one.id === conversation.id), message };
}
