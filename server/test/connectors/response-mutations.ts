import fc from 'fast-check';
import type { PlatformResponse } from '../../src/core/session.ts';

/** A change of a real response, as data, so that a failing case can be read. */
type Mutation =
  | { readonly kind: 'set'; readonly place: number; readonly value: unknown }
  | { readonly kind: 'remove'; readonly place: number }
  | { readonly kind: 'json'; readonly json: unknown }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'status'; readonly status: number; readonly headers: Readonly<Record<string, string>> };

const strangeValue = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(null, '', 'x'.repeat(10_000), -1, 1e308, 2 ** 53, '9'.repeat(400)),
  fc.constantFrom<unknown>('0001-01-01T00:00:00Z', '+999999-01-01', '../..', '<p>', [], {}, [null]),
);
const statuses = [204, 301, 400, 401, 403, 404, 409, 410, 418, 422, 429, 451, 500, 502, 503, 599];
const strangeHeaders = fc.dictionary(
  fc.constantFrom('retry-after', 'x-rate-limit-reset', 'x-ratelimit-reset', 'x-app-usage', 'link'),
  fc.oneof(fc.string(), fc.constantFrom('-1', '99999999999999', 'NaN', '{}', '<x?min_id=1>; rel="prev"')),
);
const place = fc.nat({ max: 10_000 });

export const anyMutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('set'), place, value: strangeValue }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove'), place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('json'), json: fc.jsonValue() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('text'), text: fc.string() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('status'),
      status: fc.constantFrom(...statuses),
      headers: strangeHeaders,
    }),
  },
);

export function mutate(response: PlatformResponse, mutation: Mutation): PlatformResponse {
  const withJson = (json: unknown) => ({ ...response, json, text: JSON.stringify(json) ?? '' });
  switch (mutation.kind) {
    case 'set':
      return withJson(changeAt(response.json, mutation.place, (node, name) => (node[name] = mutation.value)));
    case 'remove':
      return withJson(changeAt(response.json, mutation.place, (node, name) => delete node[name]));
    case 'json':
      return withJson(mutation.json);
    case 'text':
      return { ...response, text: mutation.text, json: undefined };
    case 'status':
      return { ...response, status: mutation.status, headers: { ...response.headers, ...mutation.headers } };
  }
}

type Node = Record<string, unknown>;

/** Changes the n-th place of the JSON, counted through all of its depth. */
function changeAt(json: unknown, index: number, change: (node: Node, name: string) => void): unknown {
  const copy = structuredClone(json);
  const places: [node: Node, name: string][] = [];
  const visit = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return;
    for (const [name, inner] of Object.entries(node)) {
      places.push([node as Node, name]);
      visit(inner);
    }
  };
  visit(copy);
  const found = places[index % Math.max(places.length, 1)];
  if (found) change(...found);
  return copy;
}
