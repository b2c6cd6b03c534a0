import { randomUUID } from 'node:crypto';
import { type Comparison, compare } from '../measure/compare.ts';
import type { HttpRequest } from '../measure/load.ts';
import type { Bed } from '../run/bed.ts';
import { httpContender } from '../run/http-contender.ts';
import { sampleText, scheduledAt } from '../run/sample.ts';

const COUNT = 3000;

/** B2: creating posts, each kind with and without an `Idempotency-Key`, against one bare INSERT of a row of that size. */
export async function createPost(bed: Bed, rounds: number): Promise<Record<string, Comparison>> {
  return {
    'POST /v1/posts, draft': await side(bed, rounds, draft),
    'POST /v1/posts, 1 target': await side(bed, rounds, () => scheduled(bed, 1)),
    'POST /v1/posts, 5 targets': await side(bed, rounds, () => scheduled(bed, 5)),
  };
}

function draft() {
  return { text: sampleText(), targets: [] };
}

function scheduled(bed: Bed, targets: number) {
  const accounts = bed.accountIds.slice(0, targets);
  return { text: sampleText(), scheduled_at: scheduledAt(), targets: accounts.map((id) => ({ account_id: id })) };
}

async function side(bed: Bed, rounds: number, body: () => object): Promise<Comparison> {
  const json = { 'content-type': 'application/json' };
  const signed = { ...json, authorization: `Bearer ${bed.service.key}` };
  const request = (path: string, headers: Record<string, string>): HttpRequest => ({
    method: 'POST',
    path,
    headers,
    body: JSON.stringify(body()),
  });
  const keyed = () => request('/v1/posts', { ...signed, 'idempotency-key': randomUUID() });
  const contenders = [
    httpContender('Fastify + one INSERT', bed.floor, 201, () => request('/posts', json)),
    httpContender('Hubbub', bed.service, 201, () => request('/v1/posts', signed)),
    httpContender('Hubbub, with Idempotency-Key', bed.service, 201, keyed),
  ] as const;
  try {
    const [floor, ...subjects] = contenders;
    return await compare(floor, subjects, { postgresPid: bed.service.postgresPid, count: COUNT, rounds });
  } finally {
    for (const contender of contenders) await contender.close();
  }
}
