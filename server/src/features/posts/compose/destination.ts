import type { Connector } from '../../../core/connector.ts';
import { ApiError, invalid } from '../../../core/errors.ts';
import type { TargetInput } from '../model/post.ts';
import type { NewTarget } from '../model/target.repository.ts';

/** The page or board that a target names. An account has pages, boards or neither. */
export type Destination = Pick<TargetInput, 'page_id' | 'board_id'>;

/** The id of the page or board on its platform; undefined: the account itself, or the platform's default. */
export function destinationIdOf({ page_id, board_id }: Destination): string | undefined {
  return page_id ?? board_id;
}

/** 501 where the platform has no posts. */
function assertPublishes({ platform, displayName, publishing }: Connector, index: number): void {
  if (publishing !== undefined) return;
  throw new ApiError(
    'not_supported',
    noPosts(displayName),
    { resource: platform, field: `targets.${index}.account_id` },
    'resource.not_supported',
  );
}

export const noPosts = (displayName: string) => `${displayName} has no posts, so nothing can be published there.`;

/**
 * The page or board that the target names, under the field that its platform uses. 400 when the platform has none, and when
 * a board is missing: an account with boards publishes only to boards.
 */
export function toDestination(
  connector: Connector,
  { page_id, board_id }: { readonly page_id?: string | undefined; readonly board_id?: string | undefined },
  index: number,
): Destination {
  assertPublishes(connector, index);
  const { displayName, destinations } = connector;
  const at = (name: string) => `targets.${index}.${name}`;
  if (page_id !== undefined && destinations === undefined)
    throw invalid(at('page_id'), `${displayName} has no pages; leave page_id out.`, 'account.pages_not_supported');
  if (board_id !== undefined && destinations !== 'boards') {
    const hint = destinations === 'pages' ? 'send page_id' : 'leave board_id out';
    throw invalid(at('board_id'), `${displayName} has no boards; ${hint}.`);
  }
  if (page_id !== undefined && board_id !== undefined)
    throw invalid(at('page_id'), 'page_id is another name of board_id here; send board_id.', 'validation.use_board_id');
  const id = board_id ?? page_id;
  if (id === undefined && destinations === 'boards')
    throw invalid(at('board_id'), `${displayName} needs a board; send board_id.`, 'validation.board_id_required');
  if (id === undefined) return {};
  return destinations === 'boards' ? { board_id: id } : { page_id: id };
}

/** 400 when two targets have the same destination. Two pages of one account are two destinations. */
export function assertNewDestination(
  targets: readonly NewTarget[],
  accountId: string,
  destination: Destination,
  index: number,
): void {
  const id = destinationIdOf(destination);
  if (!targets.some((other) => other.accountId === accountId && destinationIdOf(other.input) === id)) return;
  const [named = 'account_id'] = Object.keys(destination);
  const what = { page_id: 'A page', board_id: 'A board' }[named] ?? 'An account';
  throw invalid(`targets.${index}.${named}`, `${what} can be a target only once.`, 'publishing.duplicate_target');
}
