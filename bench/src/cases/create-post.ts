import { randomUUID } from 'node:crypto';
import { type Comparison, compare } from '../measure/compare.ts';
import type { HttpRequest } from '../measure/load.ts';
import type { Bed } from '../run/bed.ts';
import { CONCURRENCY, httpContender } from '../run/http-contender.ts';
import { sampleText, scheduledAt } from '../run/sample.ts';

const COUNT = 800;

/**
 * B2: creating posts, each kind with and without an `Idempotency-Key`, against one bare INSERT of a row of that size.
 * All posts belong to one tenant, so they lock the same rows; 16 at a time show the cost of waiting for them.
 */
export async function createPost(bed: Bed, rounds: number): Promise<Record<string, Comparison>> {
  const results: Record<string, Comparison> = {};
  for (const concurrency of [1, CONCURRENCY]) {
    const how = concurrency === 1 ? 'one at a time' : `${concurrency} at a time`;
    for (const targets of concurrency === 1 ? [0, 1, 5] : [1, 5])
      results[`POST /v1/posts, ${kind(targets)}, ${how}`] = await side(bed, rounds, concurrency, () =>
        body(bed, targets),
      );
  }
  return results;
}

function kind(targets: number): string {
  if (targets === 0) return 'draft';
  return targets === 1 ? '1 target' : `${targets} targets`;
}

function body(bed: Bed, targets: number): object {
  if (targets === 0) return { text: sampleText(), targets: [] };
  const accounts = bed.accountIds.slice(0, targets);
  return { text: sampleText(), scheduled_at: scheduledAt(), targets: accounts.map((id) => ({ account_id: id })) };
}

async function side(bed: Bed, rounds: number, concurrency: number, next: () => object): Promise<Comparison> {
  const json = { 'content-type': 'application/json' };
  const signed = { ...json, authorization: `Bearer ${bed.service.key}` };
  const request = (path: string, headers: Record<string, string>): HttpRequest => ({
    method: 'POST',
    path,
    headers,
    body: JSON.stringify(next()),
  });
  const keyed = () => request('/v1/posts', { ...signed, 'idempotency-key': randomUUID() });
  const contenders = [
    httpContender('Fastify + one INSERT', bed.floor, 201, () => request('/posts', json), concurrency),
    httpContender('Hubbub', bed.service, 201, () => request('/v1/posts', signed), concurrency),
    httpContender('Hubbub, with Idempotency-Key', bed.service, 201, keyed, concurrency),
  ] as const;
  try {
    const [floor, ...subjects] = contenders;
    return await compare(floor, subjects, { postgresPid: bed.service.postgresPid, count: COUNT, rounds });
  } finally {
    for (const contender of contenders) await contender.close();
  }
}
