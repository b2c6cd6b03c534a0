import { connectors } from '../connectors/index.ts';
import type { Connector } from '../core/connector.ts';
import { type Platform, toPlatform } from '../core/platforms.ts';
import {
  api,
  type Body,
  type Comment,
  type Environment,
  eventually,
  expect,
  type LedgerEntry,
  ledger,
  StepFailed,
  simulator,
} from './environment.ts';
import { type Form, formsOf, targetFieldsOf } from './forms.ts';

/** A published post as its platform has it. */
export interface Copy {
  readonly form: Form;
  readonly postId: string;
  readonly platformId: string;
  readonly text: string;
}

/** A platform with its test account, and the results of the checks so far. */
export interface CheckedPlatform {
  readonly platform: Platform;
  readonly connector: Connector;
  readonly forms: readonly Form[];
  /** A target of the platform's account. */
  readonly target: Readonly<Record<string, string>>;
  /** The account's id on the platform. */
  readonly account: string;
  readonly copies: Copy[];
  comment?: Comment;
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

export async function openPlatform(environment: Environment, platform: Platform): Promise<CheckedPlatform> {
  const connector = connectors[platform] as Connector;
  const { accounts } = await simulator(environment, 'GET', `/control/accounts?platform=${platform}`);
  const id = environment.accounts.find((account) => account.platform === platform)?.id;
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
export async function publishForm(
  environment: Environment,
  checked: CheckedPlatform,
  form: Form,
  extra: Body = {},
): Promise<Body> {
  const { platform, target } = checked;
  const { text, ...more } = { text: textOf(form.name), ...extra };
  const body = {
    text,
    targets: [{ ...target, ...targetFieldsOf(form) }],
    publish_now: true,
    ...more,
  };
  const { id } = await api(environment, 'POST', '/v1/posts', body, 'wait=30');
  const post = await eventually(environment, async () => {
    const now = await api(environment, 'GET', `/v1/posts/${id}`);
    const [{ status, error }] = now.targets;
    const isOver = status !== 'pending' && status !== 'publishing';
    if (isOver && status !== 'published') throw new Error(`${platform}, ${form.name}: ${status}, ${error?.message}`);
    expect(isOver, `${platform}, ${form.name}: still ${status}`);
    return now;
  });
  checked.copies.push({ form, postId: id, platformId: post.targets[0].platform_post_id, text });
  return post;
}

export const textOf = (topic: string) => `Hello from Hubbub: ${topic}`;

/** The platform's entries in the ledger, or those of one kind. */
export async function ledgerOf(
  environment: Environment,
  { platform }: CheckedPlatform,
  kind?: string,
): Promise<readonly LedgerEntry[]> {
  return (await ledger(environment)).filter(
    (entry) => entry.platform === platform && (kind ?? entry.kind) === entry.kind,
  );
}
