import { z } from 'zod';

/** Rights that an API key may carry (contract, 4.3), as `GET /v1/keys/scopes` tells them. */
export const SCOPE_CATALOGUE = [
  { name: 'accounts:read', group: 'Accounts', description: 'Read brands, accounts and their settings' },
  { name: 'accounts:manage', group: 'Accounts', description: 'Connect, configure and disconnect accounts' },
  { name: 'posts:read', group: 'Posts', description: 'Read posts, their targets and metrics' },
  { name: 'posts:write', group: 'Posts', description: 'Create, change, publish, retry and delete posts' },
  { name: 'media:read', group: 'Media', description: 'Read stored media and the space that they take' },
  { name: 'media:write', group: 'Media', description: 'Upload, change and delete media' },
  { name: 'inbox:read', group: 'Inbox', description: 'Read comments, reviews and mentions' },
  {
    name: 'inbox:write',
    group: 'Inbox',
    description: 'Answer, hide, like and delete comments; answer reviews, mentions',
  },
  { name: 'dms:read', group: 'Messages', description: 'Read conversations and their messages' },
  { name: 'dms:send', group: 'Messages', description: 'Send messages, and change the state of conversations' },
  { name: 'webhooks:manage', group: 'Account-level', description: 'Manage webhook endpoints and their deliveries' },
  { name: 'analytics:read', group: 'Account-level', description: 'Read the event log, analytics and exports' },
] as const;
export type Scope = (typeof SCOPE_CATALOGUE)[number]['name'];

export const SCOPES: readonly Scope[] = SCOPE_CATALOGUE.map(({ name }) => name);

/**
 * The right that an operation requires: a scope, `any` (everybody has it), `admin` (keys without restrictions, admins and
 * owners), or `owner` (billing, ownership and the deletion of the workspace).
 */
export type Permission = Scope | 'any' | 'admin' | 'owner';

export function isPermission(word: unknown): word is Permission {
  return (['any', 'admin', 'owner', ...SCOPES] as unknown[]).includes(word);
}

/** The one who acts: an API key, a person who has signed in, or the visitor of a review link. Empty sets allow nothing. */
export interface Actor {
  /** `link`: the visitor of a review link, with the name as it was typed. */
  readonly type: 'key' | 'user' | 'link';
  readonly id: string;
  readonly name: string;
  readonly permissions: 'all' | ReadonlySet<Permission>;
  readonly brandIds: 'all' | ReadonlySet<string>;
  /** `held`: what would leave waits for a person. */
  readonly sending: 'direct' | 'held';
  /** Stands apart: no other right gives it. */
  readonly canApprove: boolean;
}

/** How responses name the one who did something. */
export const ActorShape = z.object({ type: z.enum(['key', 'user', 'link']), id: z.string(), name: z.string() }).meta({
  id: 'Actor',
  description: 'The key or the person that did it, or the review link with the name that was typed',
});

/** An actor as rows name it. */
export type StoredActor = Pick<Actor, 'type' | 'id' | 'name'>;

export function storedActor({ type, id, name }: StoredActor): StoredActor {
  return { type, id, name };
}

/** The JSON of `created_by` and `changed_by`; null for work that nobody at a door asked for. */
export function actorJson(actor: StoredActor | undefined): string | null {
  return actor === undefined ? null : JSON.stringify(storedActor(actor));
}

/** Whether the actor has the permission, as far as brands allow it. */
export function hasPermission({ permissions }: Pick<Actor, 'permissions'>, permission: Permission): boolean {
  return permissions === 'all' || permissions.has(permission);
}

type BrandLimit = Pick<Actor, 'brandIds'>;

/** Whether the actor reaches the things of a brand. */
export function reachesBrand({ brandIds }: BrandLimit, brandId: string | undefined): boolean {
  return brandIds === 'all' || (brandId !== undefined && brandIds.has(brandId));
}

/** The brands that a list shows; undefined: all. `asked`: the only brand that the request wants. */
export function brandsShown(limit: BrandLimit, asked?: string): readonly string[] | undefined {
  if (asked === undefined) return limit.brandIds === 'all' ? undefined : [...limit.brandIds];
  return reachesBrand(limit, asked) ? [asked] : [];
}
