import type { Runner } from '../db/query.ts';
import type { Evidence, IntentLine } from '../engine/index.ts';
import { compact } from '../lib/compact.ts';
import * as epochs from './epoch.repository.ts';
import * as findings from './finding.repository.ts';
import type { FoundJournal, ReadJournal } from './read-journal.ts';

/** Notes beside each unfinished action what the journal tells about it. Where the journal was lost, nothing. */
export async function applyJournal(system: Runner, { found, lines }: ReadJournal): Promise<FoundJournal> {
  await epochs.noteJournal(system, found, lines.renewed);
  if (!found.survived) return found;
  for (let after = { tenantId: '', actionId: '' }; ; ) {
    const page = await findings.undecided(system, after);
    const last = page.at(-1);
    if (last === undefined) return found;
    await findings.noteEvidence(
      system,
      page.map((action) => ({ ...action, evidence: evidenceOf(lines.actions.get(action.actionId) ?? [], action) })),
    );
    after = last;
  }
}

/** The state of an action by its lines, for the attempt that the database knows and later ones. No lines change nothing. */
function evidenceOf(lines: readonly IntentLine[], { attempt, known }: findings.Undecided): Evidence {
  const later = lines.filter((line) => line.attempt === undefined || line.attempt >= attempt);
  if (later.at(-1)?.event === 'withdrawn') return { event: 'withdrawn' };
  const edited = later.some(({ event }) => event === 'edited') ? { edited: true } : {};
  const last = later.findLast(({ event }) => event !== 'edited');
  if (last === undefined || last.event === 'withdrawn') return { event: known, ...edited };
  const published = later.findLast((line) => line.status === 'published');
  if (published !== undefined)
    return compact({ event: 'published', platform_id: published.platform_id, permalink: published.permalink } as const);
  if (last.event !== 'settled') return { event: 'intent', ...edited };
  return { event: last.status === 'unconfirmed' ? 'unconfirmed' : 'failed', ...edited };
}
