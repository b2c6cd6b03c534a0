import { setTimeout as sleep } from 'node:timers/promises';
import type { Content } from '../../core/connector.ts';
import type { Readiness } from '../../core/effect.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { made, present } from '../meta/wire.ts';
import { call, MEANINGS } from './client.ts';
import { type ContainerForm, childForms } from './map.ts';
import { CONTAINER_FIELDS, type ContainerStatus, containerStatus } from './wire.ts';

const CHECK_AFTER_SECONDS = 5;
/** The items of a carousel get as long as a reel gets in all. */
const CHILDREN_CHECKS_MAX = 60;

export async function createContainer(session: Session, form: ContainerForm): Promise<string> {
  const path = [session.account.platformId, 'media'];
  return (await call(session, { method: 'POST', path, form, answer: made })).id;
}

/** Makes the items of a carousel and waits for them, as Instagram may refuse a parent of items that are not processed. */
export async function createChildren(session: Session, content: Content): Promise<string[]> {
  const children: string[] = [];
  for (const form of childForms(content)) children.push(await createContainer(session, form));
  let checksLeft = CHILDREN_CHECKS_MAX;
  for (const child of children) {
    let readiness = readinessOf(await readContainer(session, child));
    while (readiness.state === 'not_ready' && checksLeft-- > 0) {
      await sleep(readiness.checkAfterSeconds * 1000);
      readiness = readinessOf(await readContainer(session, child));
    }
    if (readiness.state === 'failed') throw readiness.error;
    if (readiness.state === 'not_ready') {
      throw new PlatformError('unavailable', 'Instagram is still processing the items of the carousel.', {
        platformCode: 'container_timeout',
      });
    }
  }
  return children;
}

/**
 * What Instagram says about a container. `missing` is weak evidence: in May 2026 reads of living containers answered
 * 100/33 for days, while publishing them worked.
 */
export async function readContainer(session: Session, container: string): Promise<ContainerStatus | 'missing'> {
  try {
    const query = { fields: CONTAINER_FIELDS };
    return await call(session, { method: 'GET', path: [container], query, answer: containerStatus });
  } catch (error) {
    if (error instanceof PlatformError && error.kind === 'not_found') return 'missing';
    throw error;
  }
}

/**
 * A container that is expired, missing or published already is ready to be judged: Instagram refuses to publish it,
 * and `state` then says why.
 */
export function readinessOf(status: ContainerStatus | 'missing'): Readiness {
  if (status === 'missing') return { state: 'ready' };
  if (status.state === 'ERROR') return { state: 'failed', error: failureOf(status) };
  if (status.state === 'IN_PROGRESS') return { state: 'not_ready', checkAfterSeconds: CHECK_AFTER_SECONDS };
  return { state: 'ready' };
}

/** A failed container names a subcode of the error table in its sentence. */
export function failureOf({ detail }: ContainerStatus): PlatformError {
  const subcode = /\b2207\d{3}\b/.exec(detail)?.[0];
  const { kind = 'rejected', field } = MEANINGS[`any/${subcode}`] ?? {};
  return new PlatformError(
    kind === 'temporary' ? 'unavailable' : kind,
    detail.slice(0, 500) || 'Instagram failed to process the media.',
    present({ platformCode: subcode, field }),
  );
}
