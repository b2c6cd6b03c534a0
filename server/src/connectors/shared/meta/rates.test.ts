import { expect, test } from 'vitest';
import { regainSeconds } from './rates.ts';

function usage(...minutes: unknown[]): Record<string, string> {
  const uses = minutes.map((estimated_time_to_regain_access) => ({ estimated_time_to_regain_access }));
  return { 'x-business-use-case-usage': JSON.stringify({ 1784: uses }) };
}

test.each([
  ['minutes of the longest use', usage(0, 2, 1), 120],
  ['no estimate', usage(0), undefined],
  ['fractions are rounded up', usage(0.01), 1],
  ['Retry-After first', { ...usage(5), 'retry-after': '30' }, 30],
  ['a date is not read', { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }, undefined],
  ['at most a day', usage(1e9), 86_400],
  ['words', usage('3', null, {}), undefined],
  ['no JSON', { 'x-business-use-case-usage': '{"1784":[' }, undefined],
  ['another form', { 'x-business-use-case-usage': '{"1784":{"a":1},"2":null}' }, undefined],
  ['null', { 'x-business-use-case-usage': 'null' }, undefined],
  ['nothing', {}, undefined],
])('%s', (_name, headers, expected) => {
  expect(regainSeconds(headers)).toBe(expected);
});
