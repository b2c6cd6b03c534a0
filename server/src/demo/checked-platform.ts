import { connectors } from '../connectors/index.ts';
import type { Connector } from '../core/connector.ts';
import { type Platform, toPlatform } from '../core/platforms.ts';
import { type Form, formsOf, wishOf } from './forms.ts';
import {
  api,
  type Body,
  eventually,
  expect,
  type LedgerEntry,
  ledger,
  type Stage,
  StepFailed,
  simulator,
} from './stage.ts';

/** A post of the tour as it is on its platform. */
export interface Copy {
  readonly form: Form;
  readonly postId: string;
  readonly platformId: string;
  readonly text: string;
}

/** What the tour does on one platform, and what it found there. */
export interface Visit {
  readonly platform: Platform;
  readonly connector: Connector;
  readonly forms: readonly Form[];
  /** A target of the platform's account. */
  readonly target: Readonly<Record<string, string>>;
  /** The account's id on the platform. */
  readonly account: string;
  readonly copies: Copy[];
  comment?: { readonly inboxPostId: string; readonly id: string; readonly platformId: string };
}

/** The platforms of `--platforms`: `all`, or a comma list. */
export function platformsNamed(words: string): Platform[] {
  if (words === 'all') return Object.keys(connectors) as Platform[];
  return words.split(',').map((word) => {
    const platform = toPlatform(word.trim());
    if (platform !== undefined && connectors[platform] !== undefined) return platform;
    throw new StepFailed(`--platforms takes all or some of ${Object.keys(connectors).join(', ')}`);
  });
}

export async function visitOf(stage: Stage, platform: Platform): Promise<Visit> {
  const connector = connectors[platform] as Connector;
  const { accounts } = await simulator(stage, 'GET', `/control/accounts?platform=${platform}`);
  const id = stage.accounts.find((account) => account.platform === platform)?.id;
  expect(id !== undefined && accounts.length === 1, `${platform} has no account of its own`);
  const [{ platform_id: account, boards = [] }] = accounts;
  const target = { account_id: id, ...(boards.length === 0 ? {} : { board_id: boards[0].id }) };
  return {
    platform,
    connector,
    forms: connector.publishing === undefined ? [] : formsOf(connector),
    target,
    account,
    copies: [],
  };
}

/** Publishes a post of one form and waits until its platform has it. */
export async function publishForm(stage: Stage, visit: Visit, form: Form, extra: Body = {}): Promise<Body> {
  const { platform, target } = visit;
  const { text, ...more } = { text: textOf(form.name), ...extra };
  const wish = {
    text,
    targets: [{ ...target, ...wishOf(form) }],
    publish_now: true,
    ...more,
  };
  const { id } = await api(stage, 'POST', '/v1/posts', wish, 'wait=30');
  const post = await eventually(stage, async () => {
    const now = await api(stage, 'GET', `/v1/posts/${id}`);
    const [{ status, error }] = now.targets;
    const isOver = status !== 'pending' && status !== 'publishing';
    if (isOver && status !== 'published') throw new Error(`${platform}, ${form.name}: ${status}, ${error?.message}`);
    expect(isOver, `${platform}, ${form.name}: still ${status}`);
    return now;
  });
  visit.copies.push({ form, postId: id, platformId: post.targets[0].platform_post_id, text });
  return post;
}

export const textOf = (what: string) => `Hello from Hubbub: ${what}`;

/** What the ledger holds of the platform, or of one kind. */
export async function heldBy(stage: Stage, { platform }: Visit, kind?: string): Promise<readonly LedgerEntry[]> {
  return (await ledger(stage)).filter((entry) => entry.platform === platform && (kind ?? entry.kind) === entry.kind);
}
