import { z } from 'zod';
import type { Edit } from '../../core/connector.ts';
import type { RepeatableEffect } from '../../core/effect.ts';
import { PlatformError } from '../../core/platform-error.ts';
import { compact } from '../../lib/compact.ts';
import { callMastodon, statusPath } from './client.ts';
import { CreatedStatus, EditableStatus, StatusSource } from './wire.ts';

/** The parts of the status besides its text, as fields of the edit. */
const PreparedEdit = z.object({
  media_ids: z.array(z.string()),
  spoiler_text: z.string(),
  sensitive: z.boolean(),
  language: z.string().optional(),
});

/**
 * https://docs.joinmastodon.org/methods/statuses/#edit. An edit replaces the whole status and drops attachments,
 * warning and sensitivity that it does not repeat. So they are read first. An edit that changes nothing has no effect.
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
    return compact({
      media_ids: status.media_attachments.map(({ id }) => id),
      spoiler_text: source.spoiler_text,
      sensitive: status.sensitive,
      language: status.language || undefined,
    });
  },

  async send(session, { platformId, text }, prepared) {
    const json = { status: text, ...PreparedEdit.parse(prepared) };
    const request = { method: 'PUT', path: statusPath(platformId), body: { json } } as const;
    const { value } = await callMastodon(session, 'effect', request, CreatedStatus);
    return compact({ platformId, permalink: value.url || undefined });
  },
};
