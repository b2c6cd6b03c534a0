import { z } from 'zod';
import type { Edit } from '../../core/connector.ts';
import type { RepeatableEffect } from '../../core/effect.ts';
import { PlatformError } from '../../core/platform-error.ts';
import { callMastodon, statusPath } from './client.ts';
import { CreatedStatus, EditableStatus, StatusSource } from './wire.ts';

/** What the status has besides its text, in the words of the edit. */
const PreparedEdit = z.object({
  media_ids: z.array(z.string()),
  spoiler_text: z.string(),
  sensitive: z.boolean(),
  language: z.string().optional(),
});

/**
 * https://docs.joinmastodon.org/methods/statuses/#edit. An edit replaces the whole status: attachments, warning and
 * sensitivity that it does not say again are dropped. So they are read first. An edit that changes nothing is none.
 */
export const editing: RepeatableEffect<Edit> = {
  class: 'repeatable',

  async prepare(session, { platformId }) {
    const path = statusPath(platformId);
    const { value: source } = await callMastodon(
      session,
      'read',
      { method: 'GET', path: `${path}/source` },
      StatusSource,
    );
    const { value: status } = await callMastodon(session, 'read', { method: 'GET', path }, EditableStatus);
    if (status.poll) throw new PlatformError('rejected', 'An edit would restart the poll of this status.');
    return {
      media_ids: status.media_attachments.map(({ id }) => id),
      spoiler_text: source.spoiler_text,
      sensitive: status.sensitive,
      ...(status.language ? { language: status.language } : {}),
    };
  },

  async send(session, { platformId, text }, prepared) {
    const json = { status: text, ...PreparedEdit.parse(prepared) };
    const request = { method: 'PUT', path: statusPath(platformId), body: { json } } as const;
    const { value } = await callMastodon(session, 'effect', request, CreatedStatus);
    return { platformId, ...(value.url ? { permalink: value.url } : {}) };
  },
};
