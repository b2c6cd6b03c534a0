import { z } from 'zod';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session, SessionAccount } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { lenient } from '../shared/call-platform.ts';
import { callMastodon } from './client.ts';

/**
 * The names in nodeinfo of software that keeps `Idempotency-Key`: Mastodon, and forks whose
 * `app/services/post_status_service.rb` does as Mastodon's. glitch-soc and kmyblue call themselves `mastodon`. Fedibird
 * and Ecko take no lock for a key, so a repeat that overtakes the first call makes a second status there.
 */
const KEY_HONOURING: ReadonlySet<string> = new Set([
  // https://docs.joinmastodon.org/methods/statuses/#headers
  'mastodon',
  // https://github.com/hometown-fork/hometown
  'hometown',
]);

/** How long the facts about a server count as new. */
const NEW_MS = 24 * 3600_000;

const Metadata = z.object({
  server: lenient(z.object({ software: lenient(z.string()), version: lenient(z.string()), read_at: z.string() })),
});

function storedServer({ metadata }: Pick<SessionAccount, 'metadata'>) {
  return Metadata.safeParse(metadata).data?.server;
}

/**
 * Whether the account's server deduplicates by our key, by what is stored about it. The version of other software says
 * which Mastodon it imitates: `2.7.2 (compatible; Pleroma 2.6.0)`.
 */
export function isKeyHonoured(account: Pick<SessionAccount, 'metadata'>): boolean {
  const { software = '', version = '' } = storedServer(account) ?? {};
  return KEY_HONOURING.has(software) && /^\d+\.\d+/.test(version) && !/compatible/i.test(version);
}

/** Whether the server is to be asked what it is. */
export function isServerDue({ account, now }: Pick<Session, 'account' | 'now'>): boolean {
  const ageMs = now().getTime() - Date.parse(storedServer(account)?.read_at ?? '');
  return !(ageMs >= 0 && ageMs < NEW_MS);
}

/** Words that any database stores. */
const plainText = z.string().regex(/^[\x20-\x7e]{1,200}$/);
const Version = z.object({ version: plainText });
const NodeInfo = z.object({ software: z.object({ name: plainText }) });

/** The server's software and version as metadata of the account; undefined when it cannot be asked now. */
export async function readServer(session: Session): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const instance =
      (await responseOf(session, '/api/v2/instance', Version)) ??
      (await responseOf(session, '/api/v1/instance', Version));
    const nodeInfo = await responseOf(session, '/nodeinfo/2.0', NodeInfo);
    const software = nodeInfo?.software.name.toLowerCase();
    return { server: compact({ software, version: instance?.version, read_at: session.now().toISOString() }) };
  } catch (error) {
    if (error instanceof PlatformError) return undefined;
    throw error;
  }
}

/** The server's answer; undefined where it gives none of this form. A server that cannot be asked now throws. */
async function responseOf<Schema extends z.ZodType>(
  session: Session,
  path: string,
  schema: Schema,
): Promise<z.output<Schema> | undefined> {
  try {
    return (await callMastodon(session, 'read', { method: 'GET', path }, schema)).value;
  } catch (error) {
    const isAnswered = error instanceof PlatformError && (error.facts.status ?? 503) < 500;
    if (isMissingCall(error) || (isAnswered && error.kind !== 'auth_expired' && error.kind !== 'rate_limited'))
      return undefined;
    throw error;
  }
}

/** Whether the server has no such call, or no such thing, with whatever page it says so. */
export function isMissingCall(error: unknown): boolean {
  return error instanceof PlatformError && [404, 405, 410, 501].includes(error.facts.status ?? 0);
}
