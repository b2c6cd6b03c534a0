import type { ListedWorld } from '../worlds/world-folders.ts';
import { type Html, html, time } from './html.ts';

/** Every world with its name and the link to its page. */
export function worldList(worlds: readonly ListedWorld[]): Html {
  const rows = worlds
    .toSorted((a, b) => b.used_at.localeCompare(a.used_at))
    .map(
      ({ world, name, is_awake, journal_bytes, used_at }) =>
        html`<tr><td><a href="${world}/">${name ?? world}</a></td><td>${is_awake ? 'awake' : 'asleep'}</td><td>${Math.ceil(journal_bytes / 1024)} KB</td><td>${time(used_at)}</td></tr>`,
    );
  if (rows.length === 0) return html`<section><p class="none">No world yet.</p></section>`;
  return html`<section><h2>Worlds (${rows.length})</h2>
<table><tr><th>world</th><th></th><th>journal</th><th>used</th></tr>${rows}</table></section>`;
}
