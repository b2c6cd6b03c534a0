import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../core/actor.ts';
import { ApiError, invalid } from '../../core/errors.ts';
import type { AnyOperation } from '../../core/operation.ts';
import { memberActor, ROLES } from '../../core/roles.ts';
import type { Tenant } from '../../core/tenant.ts';
import type { Runner } from '../../db/query.ts';
import { hashSessionToken, sessions } from '../../features/people/index.ts';
import { workspaces } from '../../features/workspaces/index.ts';
import { type CallerFinder, createCallerFinder, type Known } from '../find-callers.ts';
import { isSessionToken, type Site, sessionTokenOf } from './session-cookie.ts';

/** Finds sessions by `proofOf`. */
export function createSessionFinder(system: Runner): CallerFinder {
  return createCallerFinder(
    async (proofs) => {
      const asked = proofs.map((proof) => {
        const [token = '', mode = '', workspaceId = ''] = proof.split(' ');
        return { hash: hashSessionToken(token), workspaceId, mode };
      });
      const rows = await workspaces.findSessions(system, asked);
      return proofs.map((_, index) => {
        const row = rows.find(({ at }) => at === index + 1);
        return row && toKnown(system, row);
      });
    },
    (proof) => isSessionToken(proof.split(' ')[0] as string),
  );
}

const proofs = new WeakMap<FastifyRequest, string>();

/**
 * The token, and the environment and workspace that the request names. Without a workspace it is the only one of the person.
 * A browser opens a stream without headers of ours, so there they may come in the query.
 */
export function proofOf(token: string, request: FastifyRequest, { isStream }: Pick<AnyOperation, 'isStream'>): string {
  // A stream proves itself again and again.
  const proven = proofs.get(request);
  if (proven !== undefined) return proven;
  const { workspace, mode: inQuery, ...query } = request.query as Record<string, unknown>;
  if (isStream === true) request.query = query;
  const { 'x-hubbub-workspace': inHeader = isStream && workspace, 'x-hubbub-mode': mode = isStream && inQuery } =
    request.headers;
  const workspaceId = String(inHeader || '');
  if (!/^(live|test)$/.test(String(mode || 'live')))
    throw invalid('X-Hubbub-Mode', 'X-Hubbub-Mode must be live or test.');
  if (!/^(ws_\w{1,60})?$/.test(workspaceId))
    throw invalid('X-Hubbub-Workspace', 'X-Hubbub-Workspace must be the id of a workspace.');
  const proof = `${token} ${mode || 'live'} ${workspaceId}`;
  proofs.set(request, proof);
  return proof;
}

/** The person whose session the browser's cookie names, when it belongs to this workspace and its role opens this environment. */
export async function memberAt(
  system: Runner,
  request: FastifyRequest,
  site: Site,
  { workspaceId, mode }: Tenant,
): Promise<Actor | undefined> {
  const token = sessionTokenOf(request, site) ?? '';
  if (token === '') return undefined;
  const [row] = await workspaces.findSessions(system, [{ hash: hashSessionToken(token), workspaceId, mode }]);
  return row === undefined || rejectionOf(row) !== undefined ? undefined : toKnown(system, row).identity?.actor;
}

function toKnown(system: Runner, row: workspaces.SessionRow): Known {
  const rejection = rejectionOf(row);
  const { user_id: id, user_name: name, role, brand_ids: brandIds, sending, can_approve: canApprove } = row;
  return {
    identity:
      role === null
        ? undefined
        : {
            tenant: workspaces.toTenant(row),
            actor: memberActor({ id, name }, { role, brandIds, sending, canApprove }),
            isProofFresh: row.is_fresh,
          },
    isUsable: true,
    rejectionAt: () => rejection,
    noteUse: row.is_use_due ? () => sessions.noteUse(system, row.hash) : undefined,
  };
}

function rejectionOf({ role, mode }: workspaces.SessionRow): ApiError | undefined {
  if (role === null)
    return new ApiError(
      'permission_denied',
      'You are not a member of this workspace, or X-Hubbub-Workspace does not name one of several.',
      { field: 'X-Hubbub-Workspace' },
      'auth.not_a_member',
    );
  if (mode === 'test' && !ROLES[role].hasTestMode)
    return new ApiError(
      'permission_denied',
      'Your role does not open the test environment.',
      { field: 'X-Hubbub-Mode' },
      'auth.no_test_mode',
    );
  return undefined;
}
