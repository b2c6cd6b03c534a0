import { expect, test } from 'vitest';
import { type Actor, brandsShown, reachesBrand } from '../core/actor.ts';
import { operations } from '../operations.ts';
import { assertPermitted } from './permission.ts';

const nobody: Actor = {
  type: 'key',
  id: 'key_nobody',
  name: 'Nobody',
  permissions: new Set(),
  brandIds: new Set(),
  sending: 'held',
  canApprove: false,
};

test('an actor without permissions can do nothing at all', () => {
  for (const { scope } of operations)
    expect(() => assertPermitted(nobody, scope)).toThrow(expect.objectContaining({ code: 'insufficient_scope' }));
});

test('an actor with some brands may not do what concerns all of them, also with every permission', () => {
  const limited = { type: 'key', permissions: 'all', brandIds: new Set(['brand_1']) } as const;
  const forbidden = expect.objectContaining({ code: 'insufficient_scope' });
  for (const permission of ['webhooks:manage', 'analytics:read', 'admin', 'owner'] as const)
    expect(() => assertPermitted(limited, permission)).toThrow(forbidden);
  expect(() => assertPermitted(limited, 'posts:write')).not.toThrow();
  const person = { ...limited, type: 'user' } as const;
  for (const permission of ['webhooks:manage', 'admin', 'owner'] as const)
    expect(() => assertPermitted(person, permission)).toThrow(forbidden);
  expect(() => assertPermitted(person, 'analytics:read')).not.toThrow();
});

test('an actor without brands reaches the things of none', () => {
  expect(reachesBrand(nobody, 'brand_1')).toBe(false);
  expect(reachesBrand(nobody, undefined)).toBe(false);
  expect(brandsShown(nobody)).toEqual([]);
  expect(brandsShown(nobody, 'brand_1')).toEqual([]);
});

/** By what it leaves: every operation that changes something. */
function namesWhere(isWanted: (leaves: unknown) => boolean): string[] {
  return operations
    .filter(({ leaves }) => isWanted(leaves))
    .map(({ name }) => name)
    .sort();
}

test('these operations change what the public or a person sees', () => {
  expect(namesWhere((leaves) => leaves === true)).toEqual([
    'accept_collaboration',
    'approve_held',
    'create_board',
    'create_template',
    'decide_held_bulk',
    'decline_collaboration',
    'delete_board',
    'delete_comment',
    'delete_review_reply',
    'delete_template',
    'deregister_phone_number',
    'edit_review_reply',
    'edit_template',
    'edit_youtube_comment',
    'hide_comment',
    'import_posts',
    'like_comment',
    'moderate_youtube_comment',
    'publish_post',
    'register_phone_number',
    'reply',
    'reply_privately',
    'reply_to_mention',
    'reply_to_review',
    'request_phone_code',
    'retry_message',
    'retry_post',
    'send_message',
    'send_template',
    'unhide_comment',
    'unlike_comment',
    'unpublish_post',
    'update_board',
    'update_business_profile',
    'update_youtube_video',
    'verify_phone_code',
  ]);
});

test('these change it by their input or by what they are about', () => {
  expect(namesWhere((leaves) => typeof leaves === 'function')).toEqual([
    'create_post',
    'delete_post',
    'resolve_target',
    'update_post',
  ]);
});
