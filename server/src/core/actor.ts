import type { Permission } from './scope.ts';

/** Who acts: somebody at a door, or something that acts later. Nothing means everything by being empty. */
export interface Actor {
  /** `link`: a visitor of a page (an invitation, a choice of pages), who may do only what its token is for. */
  readonly type: 'key' | 'link';
  readonly id: string;
  readonly name: string;
  readonly permissions: 'all' | ReadonlySet<Permission>;
  readonly brandIds: 'all' | ReadonlySet<string>;
  /** `held`: what would leave waits for a person. */
  readonly sending: 'direct' | 'held';
  /** Stands apart: no other right gives it. */
  readonly canApprove: boolean;
}
