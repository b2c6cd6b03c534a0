import type { Content } from '../../core/connector.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { type Containers, type Found, orMissing, waitForItems } from '../meta/containers.ts';
import { made, present } from '../meta/wire.ts';
import { call } from './client.ts';
import { type ContainerForm, childForms } from './map.ts';
import { CONTAINER_FIELDS, containerStatus } from './wire.ts';

export const containers: Containers = {
  displayName: 'Threads',

  /** https://developers.facebook.com/docs/threads/troubleshooting names what can be wrong; UNKNOWN may pass. */
  failureOf({ detail }) {
    const reason = /^[A-Z_]{1,60}$/.test(detail) ? detail : undefined;
    const isPassing = reason === 'UNKNOWN';
    return new PlatformError(
      isPassing ? 'unavailable' : 'rejected',
      `Threads failed to process the post${detail === '' ? '' : `: ${detail.slice(0, 300)}`}.`,
      present({ platformCode: reason, field: isPassing ? undefined : 'media' }),
    );
  },

  isFinal: (code) => /\/(2207\d{3}|4279013)$/.test(code) || code === '368',
  isNotReady: (code) => code === '24/4279009' || code.startsWith('9007'),
};

export async function createContainer(session: Session, form: ContainerForm): Promise<string> {
  const path = [session.account.platformId, 'threads'];
  return (await call(session, { method: 'POST', path, form, answer: made })).id;
}

/** Makes the items of a carousel and waits for them. */
export async function createChildren(session: Session, content: Content): Promise<string[]> {
  const children: string[] = [];
  for (const form of childForms(content)) children.push(await createContainer(session, form));
  await waitForItems(containers, children, (child) => readContainer(session, child));
  return children;
}

export function readContainer(session: Session, container: string): Promise<Found> {
  const query = { fields: CONTAINER_FIELDS };
  return orMissing(call(session, { method: 'GET', path: [container], query, answer: containerStatus }));
}
