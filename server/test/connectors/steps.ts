import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { requiredOptions } from '../../src/connectors/example-options.ts';
import type { Connector, Content } from '../../src/core/connector.ts';
import type { Effect, Prepared, Published, RepeatableEffect } from '../../src/core/effect.ts';
import { PlatformError } from '../../src/core/platform-error.ts';
import type { Media, Session } from '../../src/core/session.ts';

export const image: Media = { type: 'image', url: 'https://simulator.test/files/sample.jpg', altText: 'A sample' };
export const video: Media = { type: 'video', url: 'https://simulator.test/files/sample.mp4' };

let texts = 0;
/** A text that was not used before. */
export function newText(words = 'Hello'): string {
  texts += 1;
  return `${words} number ${texts} & <more>\n\n${randomUUID().slice(0, 8)}`;
}

/** A new text without the characters that the platform rejects in posts. */
export function newPostText({ limits }: Connector, words?: string): string {
  const rejected = limits.text.rejectedCharacters ?? '';
  return [...newText(words)].filter((character) => !rejected.includes(character)).join('');
}

/** A post that the platform takes: with an image where it wants media, with a video where it has no images. */
export function contentFor(connector: Connector, media: readonly Media[] = []): Content {
  const { limits } = connector;
  const { required, imagesMin, imagesMax } = limits.media;
  const asked = required && media.length === 0 ? [image] : media;
  // The image is repeated where the platform wants more than one.
  const [first] = asked;
  const missing = first?.type === 'image' && imagesMax > 0 ? imagesMin - asked.length : 0;
  const more = first === undefined ? [] : Array.from({ length: Math.max(0, missing) }, () => first);
  return {
    text: newPostText(connector),
    ...(limits.title.required ? { title: 'A title' } : {}),
    media: [...asked, ...more].map((item) => (imagesMax === 0 ? asVideo(item) : item)),
    options: connector.options.parse(requiredOptions(connector)) as Record<string, unknown>,
  };
}

function asVideo(item: Media): Media {
  return item.type === 'image' ? { type: 'video', url: item.url.replace('/sample.jpg', '/sample.mp4') } : item;
}

/** The connector, whose posts go to the first board of the account where they must name one. */
export function withBoards(connector: Connector): Connector {
  const { destinations, publishing } = connector;
  if (destinations !== 'boards' || publishing === undefined) return connector;
  const onBoard = ({ account }: Session, content: Content): Content => ({
    ...content,
    destinationId: String(account.metadata.board),
  });
  const { prepare, send } = publishing;
  return {
    ...connector,
    publishing: {
      ...publishing,
      ...(prepare && { prepare: (session, content) => prepare(session, onBoard(session, content)) }),
      send: (session, content, ...rest) => send(session, onBoard(session, content), ...rest),
      ...('list' in publishing && {
        list: (session, content, since) => publishing.list(session, onBoard(session, content), since),
      }),
    } as Effect<Content>,
  };
}

/** The sample image as a platform that keeps descriptions, or keeps none, shows it. */
export function shownImage(connector: Connector): Record<string, unknown> {
  return connector.limits.altText.lengthMax > 0 ? { alt: image.altText } : {};
}

/** An id that no platform has. */
export const MISSING_ID = '1700000000000000001';

export type AnyEffect<Input> = Effect<Input> | RepeatableEffect<Input>;

/** The steps before the effect; what they leave is stored as JSON in between, as the pipeline does. */
export async function makeReady<Input>(effect: AnyEffect<Input>, session: Session, input: Input): Promise<Prepared> {
  const prepared = JSON.parse(JSON.stringify((await effect.prepare?.(session, input)) ?? {})) as Prepared;
  for (let checks = 0; checks < 20; checks += 1) {
    const readiness = (await effect.ready?.(session, prepared)) ?? { state: 'ready' };
    if (readiness.state === 'ready') return prepared;
    if (readiness.state === 'failed') throw readiness.error;
    expect(readiness.checkAfterSeconds).toBeGreaterThan(0);
    // Simulated processing counts questions, not seconds.
    await delay(10);
  }
  throw new Error('The material never became ready.');
}

export async function perform<Input>(effect: AnyEffect<Input>, session: Session, input: Input): Promise<Published> {
  return await effect.send(session, input, await makeReady(effect, session, input), randomUUID());
}

/** The PlatformError of something that must fail. */
export async function failureOf(work: Promise<unknown>): Promise<PlatformError> {
  const error = await work.then(
    (value) => expect.unreachable(`it gave ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof PlatformError)) throw error;
  return error;
}

export function groupOf<Group>(group: Group | undefined): Group {
  if (group === undefined) throw new Error('The connector does not have this.');
  return group;
}
