import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { Account } from '../../core/world/world.ts';
import { GraphError, requireScope } from '../meta/errors.ts';
import { type NodeType, project, requestedFields } from '../meta/node.ts';
import { nestedList } from '../meta/paging.ts';
import { edgePath } from '../meta/versions.ts';
import { postsOf, storiesOf } from './media.ts';
import { mediaType } from './media-node.ts';
import { mentionedComment, mentionedMedia } from './mentions.ts';
import { conversationWith, messagesOf } from './messages/conversations.ts';
import { scopes } from './scopes.ts';
import { type Instagram, type MediaRow, type PersonRow, profileOf } from './store.ts';

/** `GET /me` or `/{ig}`; the guide wraps the response in `data`, the live one is flat. */
export function readUser(instagram: Instagram, call: Call, account: Account): PlatformResponse {
  requireScope(call, scopes.basic);
  return json(project(userType(instagram, call), account, requestedFields(call)));
}

/** https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user */
function userType(instagram: Instagram, call: Call): NodeType<Account> {
  const profile = (account: Account) => profileOf(instagram, account);
  const edge = (rows: MediaRow[], name: string, account: Account) => ({
    rows,
    direction: 'newest first' as const,
    limitMax: 100,
    path: edgePath(call, account.platform_id, name),
  });
  return {
    name: 'IGUser',
    defaults: ['id'],
    fields: {
      id: (account) => profile(account).scoped_id,
      user_id: ({ platform_id }) => platform_id,
      username: ({ username }) => username,
      name: ({ name }) => name,
      account_type: (account) => profile(account).account_type,
      profile_picture_url: ({ picture_url }) => picture_url,
      biography: (account) => profile(account).biography || undefined,
      website: (account) => profile(account).website || undefined,
      followers_count: (account) => profile(account).followers_count,
      follows_count: (account) => profile(account).follows_count,
      media_count: ({ platform_id }) => postsOf(instagram, platform_id).length,
      media: (account, options) => {
        const map = (row: MediaRow) => project(mediaType(instagram, call), row, options.fields);
        return nestedList(call, { ...edge(postsOf(instagram, account.platform_id), 'media', account), map }, options);
      },
      stories: (account, options) => {
        const map = (row: MediaRow) => project(mediaType(instagram, call), row, options.fields);
        return nestedList(
          call,
          { ...edge(storiesOf(instagram, account.platform_id), 'stories', account), map },
          options,
        );
      },
      mentioned_comment: (_account, options) => mentionedComment(instagram, call, options),
      mentioned_media: (_account, options) => mentionedMedia(instagram, call, options),
    },
  };
}

/** `GET /{IGSID}`: only after the person has written first. */
export function readPerson(instagram: Instagram, call: Call, person: PersonRow): PlatformResponse {
  requireScope(call, scopes.messages);
  const conversation = conversationWith(instagram, person.account, person.id);
  const hasWritten = conversation && messagesOf(instagram, conversation.id).some(({ from }) => from === person.id);
  if (!hasWritten)
    throw new GraphError({ message: '(#230) User consent is required to access user profile', code: 230 });
  const type: NodeType<PersonRow> = {
    name: 'IGBusinessScopedID',
    defaults: ['name', 'username', 'id'],
    fields: {
      id: ({ id }) => id,
      name: ({ name }) => name,
      username: ({ username }) => username,
      profile_pic: () => instagram.world.media.sample('avatar.png'),
      follower_count: () => 42,
      is_user_follow_business: () => false,
      is_business_follow_user: () => false,
      is_verified_user: () => false,
    },
  };
  return json(project(type, person, requestedFields(call)));
}
