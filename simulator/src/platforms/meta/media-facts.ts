import type { MediaFacts, World } from '../../core/world/world.ts';

/** Names whose ending says what an address holds that is not asked. */
const endings: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  html: 'text/html',
};

/** Facts about the file at an address; empty when nothing is known, null when it cannot be fetched. */
export async function factsAt(world: World, url: string): Promise<Partial<MediaFacts> | null> {
  const fetched = await world.media.fetch(url);
  if (!fetched.ok) return null;
  if (fetched.facts) return fetched.facts;
  const ending = /\.(\w+)$/.exec(URL.parse(url)?.pathname ?? '')?.[1]?.toLowerCase() ?? '';
  const contentType = endings[ending];
  return contentType === undefined ? {} : { contentType };
}
