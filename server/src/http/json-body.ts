import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, invalid } from '../core/errors.ts';
import { exceededBound } from '../lib/json/measure.ts';
import { storageFaultOf } from '../lib/storable-text.ts';
import { ownerOf } from './admit.ts';
import { BODY } from './limits/bounds.ts';
import type { Lane } from './turns/lane.ts';

/** Smaller bodies take less time to parse than to wait for a turn. */
const SMALL_BYTES_MAX = 16 * 1024;

/** Accepts JSON bodies; an empty one counts as none. Large ones are parsed and checked in the turn of their tenant. */
export function acceptJson(app: FastifyInstance, lane: Lane): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  const parseText = (request: FastifyRequest, text: string): unknown => {
    let body: unknown;
    parse(request, text, (error, value) => {
      if (error) throw error;
      body = value;
    });
    return body;
  };

  const read = (request: FastifyRequest, bytes: Buffer): unknown => {
    if (!isUtf8(bytes)) throw invalid('body', 'The body is not UTF-8.', 'validation.body_invalid');
    assertBounded(bytes);
    const text = bytes.toString();
    if (text.trim() === '') return undefined;
    const body = parseText(request, text);
    assertStorable(body);
    return body;
  };

  app.addContentTypeParser(
    ['application/json', 'text/json'],
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) =>
      bytes.length <= SMALL_BYTES_MAX ? read(request, bytes) : lane.run(ownerOf(request), () => read(request, bytes)),
  );
}

/** Rejects a body beyond the bounds before it is parsed. */
export function assertBounded(bytes: Buffer): void {
  const beyond = exceededBound(bytes, BODY);
  if (beyond === undefined) return;
  const max = BODY[beyond];
  const words =
    beyond === 'levelsMax' ? `is nested deeper than ${max} levels` : `holds more than ${max} values and names`;
  throw new ApiError('invalid_request', `The body ${words}.`, { field: 'body', max }, 'validation.body_invalid');
}

/** Rejects texts that the database cannot store. */
function assertStorable(body: unknown): void {
  const fault = storageFaultOf(body);
  if (fault === undefined) return;
  const what = fault.kind === 'text' ? 'Texts' : 'Field names';
  throw invalid(fieldOf(fault.path), `${what} must not contain NUL characters or halves of characters.`);
}

/** The path of a field, cut because names may be as long as the body. */
function fieldOf(path: readonly string[]): string {
  return path.join('.').slice(0, 200).toWellFormed() || 'body';
}
