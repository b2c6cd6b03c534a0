import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allOf } from '../test/all-of.ts';
import { serverSent } from './server-sent.ts';

const TEXT =
  ': hello\n\nretry: 2000\n\nid: 1.a\nevent: post.published\ndata: {"text":"Brötchen 🥐"}\n\ndata: a\ndata:b\n\n';

test('events are read whole, however the bytes are cut and lines end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 40 }), fc.constantFrom('\n', '\r\n'), async (size, end) => {
      const bytes = new TextEncoder().encode(TEXT.replaceAll('\n', end));
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.slice(index * size, (index + 1) * size),
      );
      const stream = ReadableStream.from(pieces) as ReadableStream<Uint8Array>;
      const events = await allOf(serverSent(stream));
      expect(events.filter(({ data }) => data !== '')).toEqual([
        { id: '1.a', event: 'post.published', data: '{"text":"Brötchen 🥐"}' },
        { id: undefined, event: 'message', data: 'a\nb' },
      ]);
    }),
    { numRuns: 40 },
  );
});
