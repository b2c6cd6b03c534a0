import { type Actor, type Permission, SCOPES } from './actor.ts';

/** The rights of a role (docs/people.md shows this table). `approves`: it may decide about what waits. */
interface Role {
  readonly may: string;
  readonly permissions: Actor['permissions'];
  readonly approves: 'always' | 'if given' | 'never';
  /** It is always limited to brands (`required`), never (`none`), or as its membership says. */
  readonly brands: 'required' | 'optional' | 'none';
  readonly hasTestMode: boolean;
}

const READS = ['any', 'accounts:read', 'posts:read', 'media:read'] as const;

function only(...permissions: readonly Permission[]): ReadonlySet<Permission> {
  return new Set(permissions);
}

export const ROLES = {
  owner: {
    may: 'everything, with billing, ownership and the deletion of the workspace',
    permissions: 'all',
    approves: 'always',
    brands: 'none',
    hasTestMode: true,
  },
  admin: {
    may: 'everything but billing, ownership and the deletion of the workspace',
    permissions: only('any', ...SCOPES, 'admin'),
    approves: 'always',
    brands: 'none',
    hasTestMode: true,
  },
  editor: {
    may: 'posts, media and the state of accounts; reads inbox and analytics',
    permissions: only(...READS, 'posts:write', 'media:write', 'inbox:read', 'dms:read', 'analytics:read'),
    approves: 'if given',
    brands: 'optional',
    hasTestMode: true,
  },
  responder: {
    may: 'inbox and messages; reads posts',
    permissions: only(...READS, 'media:write', 'inbox:read', 'inbox:write', 'dms:read', 'dms:send'),
    approves: 'if given',
    brands: 'optional',
    hasTestMode: true,
  },
  viewer: {
    may: 'reads',
    permissions: only(...READS, 'inbox:read', 'dms:read', 'analytics:read'),
    approves: 'never',
    brands: 'optional',
    hasTestMode: false,
  },
  client: {
    may: 'sees posts, calendar and reports of its brands',
    permissions: only(...READS, 'analytics:read'),
    approves: 'always',
    brands: 'required',
    hasTestMode: false,
  },
} as const satisfies Record<string, Role>;

export type RoleName = keyof typeof ROLES;
export const ROLE_NAMES = Object.keys(ROLES) as [RoleName, ...RoleName[]];

/** The rights of a person in one workspace. */
export interface Membership {
  readonly role: RoleName;
  /** null: all brands. */
  readonly brandIds: readonly string[] | null;
  readonly sending: Actor['sending'];
  /** Counts only where the role approves `if given`. */
  readonly canApprove: boolean;
}

export function mayApprove({ role, canApprove }: Pick<Membership, 'role' | 'canApprove'>): boolean {
  const { approves } = ROLES[role];
  return approves === 'always' || (approves === 'if given' && canApprove);
}

/** The person as an actor of a workspace. */
export function memberActor(user: { readonly id: string; readonly name: string }, membership: Membership): Actor {
  const { role, brandIds, sending } = membership;
  return {
    type: 'user',
    ...user,
    permissions: ROLES[role].permissions,
    brandIds: brandIds === null ? 'all' : new Set(brandIds),
    sending,
    canApprove: mayApprove(membership),
  };
}

/** The table of docs/people.md, as Markdown. */
export function rolesTable(): string {
  const brands = { required: 'always some', optional: 'all or some', none: 'all' };
  const approves = { always: 'yes', 'if given': 'if given', never: 'no' };
  const rows = Object.entries<Role>(ROLES).map(
    ([name, role]) =>
      `| ${name} | ${role.may} | ${brands[role.brands]} | ${approves[role.approves]} | ${scopesOf(role).join(', ')} |`,
  );
  return ['| role | may | brands | approves | permissions |', '|---|---|---|---|---|', ...rows].join('\n');
}

function scopesOf({ permissions }: Role): string[] {
  return permissions === 'all'
    ? ['all']
    : [...permissions].filter((word) => word !== 'any').map((word) => `\`${word}\``);
}
