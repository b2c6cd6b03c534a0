import { PlatformError } from '../../core/platform-error.ts';
import { compact } from '../../lib/compact.ts';
import { containerCalls } from '../shared/meta/container-calls.ts';
import type { Containers } from '../shared/meta/containers.ts';
import { API, MEANINGS } from './client.ts';
import { CONTAINER_FIELDS, containerStatus } from './wire.ts';

export const containers: Containers = {
  displayName: 'Instagram',

  /** The status sentence of a failed container names a subcode of the error table. */
  failureOf({ detail }) {
    const subcode = /\b2207\d{3}\b/.exec(detail)?.[0];
    const { kind = 'rejected', field } = MEANINGS[`any/${subcode}`] ?? {};
    return new PlatformError(
      kind === 'temporary' ? 'unavailable' : kind,
      detail.slice(0, 500) || 'Instagram failed to process the media.',
      compact({ platformCode: subcode, field }),
    );
  },

  isFinal: (code) => /\/2207\d{3}$/.test(code) || code === '368',
  isNotReady: (code) => code.startsWith('9007'),
};

export const { createContainer, createItems, checkContainer, readContainer, publishContainer } = containerCalls(
  containers,
  API,
  {
    edge: 'media',
    fields: CONTAINER_FIELDS,
    status: containerStatus,
  },
);
