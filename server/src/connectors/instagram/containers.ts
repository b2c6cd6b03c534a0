import { PlatformError } from '../../core/platform-error.ts';
import { containerCalls } from '../meta/container-calls.ts';
import type { Containers } from '../meta/containers.ts';
import { present } from '../meta/wire.ts';
import { API, MEANINGS } from './client.ts';
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

export const { createContainer, createItems, takeContainer, readContainer, publishContainer } = containerCalls(
  containers,
  API,
  {
    edge: 'media',
    fields: CONTAINER_FIELDS,
    status: containerStatus,
  },
);
