import type { Content } from '../../core/connector.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { type Containers, type Found, orMissing, waitForItems } from '../meta/containers.ts';
import { made, present } from '../meta/wire.ts';
import { call, MEANINGS } from './client.ts';
import { type ContainerForm, childForms } from './map.ts';
import { CONTAINER_FIELDS, containerStatus } from './wire.ts';

export const containers: Containers = {
  displayName: 'Instagram',

  /** A failed container names a subcode of the error table in its sentence. */
  failureOf({ detail }) {
    const subcode = /\b2207\d{3}\b/.exec(detail)?.[0];
    const { kind = 'rejected', field } = MEANINGS[`any/${subcode}`] ?? {};
    return new PlatformError(
      kind === 'temporary' ? 'unavailable' : kind,
      detail.slice(0, 500) || 'Instagram failed to process the media.',
      present({ platformCode: subcode, field }),
    );
  },

  isFinal: (code) => /\/2207\d{3}$/.test(code) || code === '368',
  isNotReady: (code) => code.startsWith('9007'),
};

export async function createContainer(session: Session, form: ContainerForm): Promise<string> {
  const path = [session.account.platformId, 'media'];
  return (await call(session, { method: 'POST', path, form, answer: made })).id;
}

/** Makes the items of a carousel and waits for them. */
export async function createChildren(session: Session, content: Content): Promise<string[]> {
  const children: string[] = [];
  for (const form of childForms(content)) children.push(await createContainer(session, form));
  await waitForItems(containers, children, (child) => readContainer(session, child));
  return children;
}

/** In May 2026 reads of living containers answered 100/33 for days, while publishing them worked. */
export function readContainer(session: Session, container: string): Promise<Found> {
  const query = { fields: CONTAINER_FIELDS };
  return orMissing(call(session, { method: 'GET', path: [container], query, answer: containerStatus }));
}
