import { Rejected } from '../../core/calls/response.ts';
import type { OpenPlatform, SimulatedPlatform } from '../../core/platform.ts';
import { coverage } from './coverage.ts';
import { describePictures } from './describe-pictures.ts';
import { platformErrors, unauthorized } from './errors.ts';
import { transcribe } from './transcribe.ts';

/** A service for speech and pictures with OpenAI's interface. It answers by the bytes that it gets, always the same. */
export const ai: SimulatedPlatform = {
  name: 'ai',
  displayName: 'OpenAI',
  isService: true,
  hosts: { api: ['api.openai.com'] },
  coverage,
  open,
};

function open(): OpenPlatform {
  const route = { method: 'POST', host: 'api', operation: 'other', auth: 'none' } as const;
  return {
    routes: [
      { ...route, path: '/v1/audio/transcriptions', handle: transcribe },
      { ...route, path: '/v1/chat/completions', handle: describePictures },
    ],
    errors: platformErrors,
    identify: ({ headers }) => /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1],
    // Any key opens it.
    before: (call) => (call.credential === undefined ? unauthorized() : undefined),
    createAccount: noAccounts,
    connect: noAccounts,
    visitors: {},
    posts: () => [],
  };
}

function noAccounts(): never {
  throw new Rejected(501, 'This service has keys and no accounts to connect.');
}
