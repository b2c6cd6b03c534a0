import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Slice } from '../slice.ts';

const chunkLength = 64 * 1024;

/** Answers with `{ …before, [name]: [items] }`. The JSON is made in slices while the client reads. */
export function sendList(
  reply: FastifyReply,
  name: string,
  items: Iterable<unknown> | AsyncIterable<unknown>,
  before: object = {},
): FastifyReply {
  const json = Readable.from(jsonOf(name, items, before), { objectMode: false, highWaterMark: chunkLength });
  return reply.type('application/json; charset=utf-8').send(json);
}

async function* jsonOf(name: string, items: Iterable<unknown> | AsyncIterable<unknown>, before: object) {
  const slice = new Slice();
  await slice.next();
  const fields = Object.entries(before).map(([field, value]) => `${JSON.stringify(field)}:${JSON.stringify(value)},`);
  let text = `{${fields.join('')}${JSON.stringify(name)}:[`;
  let separator = '';
  for await (const item of items) {
    text += separator + JSON.stringify(item);
    separator = ',';
    if (text.length > chunkLength) {
      yield text;
      text = '';
    }
    if (slice.isOver) await slice.next();
  }
  yield `${text}]}`;
}
