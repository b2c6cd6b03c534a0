import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { AnyOperation } from '../src/core/operation.ts';
import { exampleOf } from '../src/http/openapi/examples.ts';
import { sessionCalls } from '../src/http/sessions/calls.ts';
import { operations } from '../src/operations.ts';

/** The fault of an operation's example; undefined: none. */
function faultOf(operation: AnyOperation): string | undefined {
  const { input, output, http, upload } = operation;
  const example = exampleOf(operation);
  const sent = upload === undefined ? input : input.omit({ [upload.field]: true });
  const request = sent.safeParse(example.input);
  if (!request.success) return `the input: ${request.error.message}`;
  const hasBody = http.status !== 204;
  if (hasBody !== (example.output !== undefined)) return hasBody ? 'the output is missing' : 'there is no output';
  if (!hasBody) return undefined;
  const response = output.safeParse(example.output);
  if (!response.success) return `the output: ${response.error.message}`;
  // A parsed output has lost the fields that the schema does not know.
  return isDeepStrictEqual(response.data, example.output) ? undefined : 'the output has fields that are not declared';
}

describe('the examples of operations', () => {
  test('pass the schemas of their operations', () => {
    const faults = [...operations, ...(sessionCalls as unknown as AnyOperation[])].flatMap((operation) => {
      const fault = faultOf(operation);
      return fault === undefined ? [] : [`${operation.name}: ${fault}`];
    });
    expect(faults).toEqual([]);
  });
});
