import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { mediaCountMax, pollLimits, textLengthMax } from './draft.ts';
import { mediaLimits } from './media-routes.ts';
import { vapidKey } from './oauth/apps.ts';
import { at, type ScopedRoute } from './oauth/scopes.ts';
import { nodeInfo, serverOf } from './servers.ts';
import { charactersPerUrl } from './text.ts';

/** https://docs.joinmastodon.org/methods/instance/ */
export function instanceRoutes(): ScopedRoute[] {
  return [
    { ...at('GET', '/api/v2/instance'), operation: 'limits', auth: 'none', handle: instance },
    { ...at('GET', '/api/v1/instance'), operation: 'limits', auth: 'none', handle: instanceV1 },
    { ...at('GET', '/nodeinfo/2.0'), operation: 'other', auth: 'none', handle: nodeInfo },
  ];
}

const title = 'Mastodon, simulated';
const description = 'A simulated instance. Nothing that is posted here leaves this machine.';
const thumbnail = 'https://simulator.test/files/sample.png';
const email = 'nobody@simulator.test';
const languages = ['en'];

const configuration = {
  accounts: { max_featured_tags: 10, max_pinned_statuses: 5 },
  statuses: {
    max_characters: textLengthMax,
    max_media_attachments: mediaCountMax,
    characters_reserved_per_url: charactersPerUrl,
  },
  media_attachments: mediaLimits,
  polls: {
    max_options: pollLimits.options,
    max_characters_per_option: pollLimits.characters,
    min_expiration: pollLimits.minSeconds,
    max_expiration: pollLimits.maxSeconds,
  },
};

function instance(call: Call): PlatformResponse {
  const address = call.url('');
  return json({
    domain: new URL(address).host,
    title,
    version: serverOf(call.account).version,
    source_url: 'https://github.com/mastodon/mastodon',
    description,
    usage: { users: { active_month: 1 } },
    thumbnail: { url: thumbnail, blurhash: null, versions: {} },
    icon: [],
    languages,
    configuration: {
      urls: {
        streaming: streamingUrl(address),
        status: null,
        about: `${address}/about`,
        privacy_policy: null,
        terms_of_service: null,
      },
      vapid: { public_key: vapidKey },
      ...configuration,
      translation: { enabled: false },
    },
    registrations: { enabled: false, approval_required: false, message: null, url: null },
    api_versions: { mastodon: 7 },
    contact: { email, account: null },
    rules: [],
  });
}

/** What clients made before version 4 ask: https://docs.joinmastodon.org/methods/instance/#v1 */
function instanceV1(call: Call): PlatformResponse {
  const address = call.url('');
  return json({
    uri: new URL(address).host,
    title,
    short_description: description,
    description,
    email,
    version: serverOf(call.account).version,
    urls: { streaming_api: streamingUrl(address) },
    stats: { user_count: 1, status_count: 0, domain_count: 1 },
    thumbnail,
    languages,
    registrations: false,
    approval_required: false,
    invites_enabled: false,
    configuration,
    contact_account: null,
    rules: [],
  });
}

function streamingUrl(address: string): string {
  return address.replace(/^http/, 'ws');
}
