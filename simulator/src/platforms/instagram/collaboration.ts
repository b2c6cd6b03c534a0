import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { invalidParameter, missingParameter, requireScope } from '../meta/errors.ts';
import { booleanInput } from '../meta/input.ts';
import { compare, listResponse } from '../meta/paging.ts';
import { edgePath } from '../meta/versions.ts';
import { nodeOf, ownAccount } from './access.ts';
import { scopes } from './scopes.ts';
import { dayMs, type Instagram, type InviteRow, type MediaRow } from './store.ts';

const inviteDays = 14;

/** Invites the people of a container to the post that it became. To be called inside its effect. */
export function inviteTo({ world, store }: Instagram, post: MediaRow, usernames: readonly string[]): void {
  for (const name of new Set(usernames.map((username) => username.replace(/^@/, '').toLowerCase()))) {
    const account = world.accounts.all().find(({ username }) => username.toLowerCase() === name);
    if (account?.platform_id === post.account) continue;
    const row: InviteRow = {
      id: `${post.id}_${name}`,
      order: world.ids.snowflake(),
      media_id: post.id,
      username: account?.username ?? name,
      invited: account?.platform_id ?? world.ids.digits('17841', 17),
      status: 'Pending',
      created_at: world.clock.now(),
    };
    store.invites.put(row.id, row);
  }
}

/** `GET /{media}/collaborators`, for the owner of the post alone. */
export function listCollaborators(instagram: Instagram, call: Call): PlatformResponse {
  const { row } = nodeOf(instagram, call, 'media');
  requireScope(call, scopes.basic);
  const data = instagram.store.invites
    .where('media_id', row.id)
    .map(({ invited, username, status }) => ({ id: invited, username, invite_status: status }));
  return json({ data });
}

/** `GET /{ig}/collaboration_invites`: what the account has not answered yet. */
export function listInvites(instagram: Instagram, call: Call): PlatformResponse {
  const { platform_id } = ownAccount(instagram, call);
  requireScope(call, scopes.basic);
  const map = ({ media_id }: InviteRow) => {
    const media = instagram.store.media.get(media_id);
    const address = media?.url || instagram.store.media.get(media?.children[0] ?? '')?.url;
    return { media_id, media_owner_username: media?.username, caption: media?.caption, media_url: address };
  };
  const path = edgePath(call, platform_id, 'collaboration_invites');
  const rows = pendingOf(instagram, platform_id);
  return json(listResponse(call, { rows, direction: 'newest first', map, limitMax: 100, path }));
}

/** `POST /{ig}/collaboration_invites?media_id=&accept=`. */
export function answerInvite(instagram: Instagram, call: Call): PlatformResponse {
  const { platform_id } = ownAccount(instagram, call);
  requireScope(call, scopes.basic);
  const mediaId = call.input('media_id');
  if (mediaId === undefined || mediaId === '') throw missingParameter('media_id');
  const accept = booleanInput(call, 'accept');
  if (accept === undefined) throw missingParameter('accept');
  const invite = pendingOf(instagram, platform_id).find(({ media_id }) => media_id === mediaId);
  if (!invite) throw invalidParameter('There is no pending collaboration invite for this media');
  call.effect(() => {
    instagram.store.invites.put(invite.id, { ...invite, status: accept ? 'Accepted' : 'Declined' });
    call.record({ kind: 'collaboration', platform_id: mediaId, text: accept ? 'accepted' : 'declined' });
  });
  return json({ success: true });
}

function pendingOf({ world, store }: Instagram, account: string): InviteRow[] {
  const since = world.clock.now() - inviteDays * dayMs;
  return store.invites
    .where('invited', account)
    .filter(({ status, created_at }) => status === 'Pending' && created_at > since)
    .sort((a, b) => compare(b.order, a.order));
}
