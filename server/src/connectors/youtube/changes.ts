import { z } from 'zod';
import type { Changes, VideoUpdate } from '../../core/account-abilities.ts';
import type { RepeatableEffect } from '../../core/effect.ts';
import { compact } from '../../lib/compact.ts';
import { callYoutube, noVideo, videoId } from './client.ts';
import { addressOf, assertPlain } from './map.ts';
import { ChangeableList, ChangeableVideo, SavedVideo } from './wire.ts';

const PATH = '/youtube/v3/videos';
const Material = z.object({ video: ChangeableVideo });

/**
 * An update replaces whole parts, so we read them first and send them back with the changes.
 * https://developers.google.com/youtube/v3/docs/videos/update
 */
const videoUpdate: RepeatableEffect<VideoUpdate> = {
  class: 'repeatable',

  async prepare(session, { platformId, title, description }) {
    assertPlain(title ?? '', 'title');
    assertPlain(description ?? '', 'description');
    const query = { part: 'snippet,status', id: videoId(platformId) };
    const { value } = await callYoutube(session, 'read', { method: 'GET', path: PATH, query }, ChangeableList);
    const video = value.items.find(({ id }) => id === platformId);
    if (video === undefined) throw noVideo();
    return { video: { ...video, status: withoutGaps(video.status) } };
  },

  async send(session, update, prepared) {
    const { video } = Material.parse(prepared);
    const { platformId, title = video.snippet.title, description = video.snippet.description, visibility } = update;
    const snippet = { ...video.snippet, title, description };
    const status = visibility === undefined ? undefined : statusOf(video, visibility);
    const json = compact({ id: platformId, snippet, status });
    const query = { part: visibility === undefined ? 'snippet' : 'snippet,status' };
    await callYoutube(session, 'effect', { method: 'PUT', path: PATH, query, body: { json } }, SavedVideo);
    return { platformId, permalink: addressOf(platformId) };
  },
};

/** Drops undefined fields, because the stored material is JSON. */
function withoutGaps(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** A scheduled video is private. When it is shown now, its schedule ends. */
function statusOf({ status }: z.output<typeof ChangeableVideo>, privacyStatus: NonNullable<VideoUpdate['visibility']>) {
  const { publishAt, ...rest } = status;
  const waits = privacyStatus === 'private' && publishAt !== undefined;
  return { ...rest, privacyStatus, ...(waits ? { publishAt } : {}) };
}

export const changes: Changes = { videoUpdate };
