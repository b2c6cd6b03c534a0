import { type Comparison, compare } from '../measure/compare.ts';
import type { HttpRequest } from '../measure/load.ts';
import type { Bed } from '../run/bed.ts';
import { httpContender } from '../run/http-contender.ts';

/** B1: one post and a page of 25, each against one prepared SELECT of the same rows. */
export async function readPosts(bed: Bed, rounds: number): Promise<Record<string, Comparison>> {
  const anyPost = () => bed.postIds[Math.floor(Math.random() * bed.postIds.length)];
  return {
    'GET /v1/posts/{id}': await side(bed, rounds, 6000, () => `/posts/${anyPost()}`),
    'GET /v1/posts?limit=25': await side(bed, rounds, 2500, () => '/posts?limit=25'),
  };
}

async function side(bed: Bed, rounds: number, count: number, path: () => string): Promise<Comparison> {
  const headers = { authorization: `Bearer ${bed.service.key}` };
  const ofFloor = (): HttpRequest => ({ method: 'GET', path: path() });
  const ofService = (): HttpRequest => ({ method: 'GET', path: `/v1${path()}`, headers });
  const floor = httpContender('Fastify + one SELECT', bed.floor, 200, ofFloor);
  const subject = httpContender('Hubbub', bed.service, 200, ofService);
  try {
    return await compare(floor, [subject], { postgresPid: bed.service.postgresPid, count, rounds });
  } finally {
    await floor.close();
    await subject.close();
  }
}
