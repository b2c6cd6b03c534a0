import { PlatformError } from '../../core/platform-error.ts';
import { compact } from '../../lib/compact.ts';
import { containerCalls } from '../shared/meta/container-calls.ts';
import type { Containers } from '../shared/meta/containers.ts';
import { API } from './client.ts';
import { CONTAINER_FIELDS, containerStatus } from './wire.ts';

export const containers: Containers = {
  displayName: 'Threads',

  /** https://developers.facebook.com/docs/threads/troubleshooting lists the possible reasons; UNKNOWN may pass. */
  failureOf({ detail }) {
    const reason = /^[A-Z_]{1,60}$/.test(detail) ? detail : undefined;
    const isPassing = reason === 'UNKNOWN';
    return new PlatformError(
      isPassing ? 'unavailable' : 'rejected',
      `Threads failed to process the post${detail === '' ? '' : `: ${detail.slice(0, 300)}`}.`,
      compact({ platformCode: reason, field: isPassing ? undefined : 'media' }),
    );
  },

  isFinal: (code) => /\/(2207\d{3}|4279013)$/.test(code) || code === '368',
  isNotReady: (code) => code === '24/4279009' || code.startsWith('9007'),
};

export const { createContainer, createItems, checkContainer, readContainer, publishContainer } = containerCalls(
  containers,
  API,
  {
    edge: 'threads',
    fields: CONTAINER_FIELDS,
    status: containerStatus,
  },
);
