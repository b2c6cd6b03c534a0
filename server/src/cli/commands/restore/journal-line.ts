import type { FoundJournal } from '../../../suspensions/index.ts';

/** One line about the journal of intents after a restore. */
export function journalLine(journal: FoundJournal | null | undefined): string {
  if (journal === null || journal === undefined) return 'Nobody looked for the journal of intents.';
  if (journal.survived) return `The journal of intents survived and decides. Its last line is of ${journal.last_at}.`;
  return `The journal of intents does not count: ${journal.reason} The platforms are asked instead.`;
}
