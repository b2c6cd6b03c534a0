import type { Connector } from '../../src/core/connector.ts';
import type { Session } from '../../src/core/session.ts';
import type { SimulatedAccount } from './simulation.ts';
import { type AnyEffect, newText } from './steps.ts';

type Read = (session: Session) => Promise<unknown>;

/** Everything that a connector can be asked about an account beyond posts and the inbox. */
export async function readsOf(
  { reads = {} }: Connector,
  account: SimulatedAccount,
  postId: string,
): Promise<[string, Read][]> {
  const { participant, collaborators, board, boards, pins, stories, newestPosts, ...plain } = reads;
  const found: [string, Read][] = Object.entries(plain);
  if (participant) {
    const { user_id: personId } = await account.visitorWrites('message', { text: newText('Hello') });
    found.push(['participant', (session) => participant(session, personId ?? '')]);
  }
  if (collaborators) found.push(['collaborators', (session) => collaborators(session, postId)]);
  if (boards) found.push(['boards', boards]);
  if (board) found.push(['board', (session) => board(session, String(session.account.metadata.board))]);
  if (pins) found.push(['pins', (session) => pins(session, 10)]);
  if (stories) found.push(['stories', (session) => stories(session, 10)]);
  if (newestPosts) found.push(['newest posts', (session) => newestPosts(session, 10)]);
  return found;
}

/** Every change of it with an input that is right; what somebody else must ask for first is left out. */
export function changesOf({ changes = {} }: Connector, postId: string, boardId: string): [AnyEffect<never>, object][] {
  const { boardCreation, boardUpdate, boardRemoval, videoUpdate } = changes;
  const choices: [unknown, object][] = [
    [boardCreation, { name: newText('Board'), privacy: 'PUBLIC' }],
    [boardUpdate, { boardId, name: newText('Renamed') }],
    [videoUpdate, { platformId: postId, title: 'Another title', visibility: 'unlisted' }],
    [boardRemoval, { boardId }],
  ];
  return choices.filter(([effect]) => effect !== undefined) as [AnyEffect<never>, object][];
}
