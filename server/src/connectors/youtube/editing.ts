import type { Edit } from '../../core/connector.ts';
import type { RepeatableEffect } from '../../core/effect.ts';
import { callYoutube, noVideo, videoId } from './client.ts';
import { addressOf, assertPlain } from './map.ts';
import { EditableSnippet, SavedVideo, SnippetList } from './wire.ts';

const PATH = '/youtube/v3/videos';

/**
 * Changes the description. An update replaces the whole snippet, so we read the rest of it first and send it back.
 * https://developers.google.com/youtube/v3/docs/videos/update
 */
export const editing: RepeatableEffect<Edit> = {
  class: 'repeatable',

  async prepare(session, { platformId, text }) {
    assertPlain(text, 'text');
    const query = { part: 'snippet', id: videoId(platformId) };
    const { value } = await callYoutube(session, 'read', { method: 'GET', path: PATH, query }, SnippetList);
    const video = value.items.find(({ id }) => id === platformId);
    if (video === undefined) throw noVideo();
    return { snippet: video.snippet };
  },

  async send(session, { platformId, text }, { snippet }) {
    const json = { id: platformId, snippet: { ...EditableSnippet.parse(snippet), description: text } };
    const request = { method: 'PUT', path: PATH, query: { part: 'snippet' }, body: { json } } as const;
    await callYoutube(session, 'effect', request, SavedVideo);
    return { platformId, permalink: addressOf(platformId) };
  },
};
