import { escapeHtml } from '../../core/calls/response.ts';
import type { Account } from '../../core/world/world.ts';
import { fromMarkdown } from './markdown.ts';
import { isPerson, type PersonRow, type Store } from './store.ts';

const urlPattern = /https?:\/\/[^\s<>"](?:[.,;:!?)\]]*[^\s<>".,;:!?)\]])+/g;
const mentionPattern = /(?<![\w/@.])@(\w+)(?:@([\w-]+(?:\.[\w-]+)+(?::\d+)?|localhost(?::\d+)?))?/g;
const tagPattern = /(?<![\w/&#])#(\p{L}[\p{L}\p{N}_]*)/gu;
const linkPattern = new RegExp(`${urlPattern.source}|${mentionPattern.source}|${tagPattern.source}`, 'gu');
/** Every address counts as this many characters. */
export const charactersPerUrl = 23;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Characters as the server counts them: graphemes, an address 23, of a mention only `@user`; the content warning too. */
export function countCharacters(text: string, spoilerText: string): number {
  const counted = text.replace(urlPattern, 'x'.repeat(charactersPerUrl)).replace(mentionPattern, '@$1');
  return [...graphemes.segment(counted + spoilerText)].length;
}

/** The known accounts and persons that the text mentions, each once, in order. */
export function mentionedIn(text: string, store: Store): (Account | PersonRow)[] {
  const found = new Map<string, Account | PersonRow>();
  for (const [, username = '', domain] of text.replace(urlPattern, '').matchAll(mentionPattern)) {
    const person = store.people.where('username', username).find((row) => row.domain === domain);
    const profile = person ?? store.world.accounts.byUsername(username);
    if (profile) found.set(idOf(profile), profile);
  }
  return [...found.values()];
}

export function tagsIn(text: string): string[] {
  const tags = [...text.replace(urlPattern, '').matchAll(tagPattern)].map(([, tag = '']) => tag.toLowerCase());
  return [...new Set(tags)];
}

/** The HTML that the server makes of a status's text. `instance` has no slash at its end. */
export function toHtml(
  text: string,
  mentions: readonly (Account | PersonRow)[],
  instance: string,
  isMarkdown = false,
): string {
  if (text === '') return '';
  let html = '';
  let at = 0;
  for (const match of text.matchAll(linkPattern)) {
    html += escapeHtml(text.slice(at, match.index));
    html += linkTo(match[0], mentions, instance);
    at = match.index + match[0].length;
  }
  html += escapeHtml(text.slice(at));
  if (isMarkdown) return fromMarkdown(html);
  const paragraphs = html.trim().split(/\n{2,}/);
  return paragraphs.map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br />')}</p>`).join('');
}

function linkTo(found: string, mentions: readonly (Account | PersonRow)[], instance: string): string {
  if (found.startsWith('#')) {
    const tag = escapeHtml(found.slice(1));
    return `<a href="${instance}/tags/${tag.toLowerCase()}" class="mention hashtag" rel="tag">#<span>${tag}</span></a>`;
  }
  if (found.startsWith('@')) {
    const [, username = ''] = found.split('@');
    const profile = mentions.find((candidate) => candidate.username.toLowerCase() === username.toLowerCase());
    if (!profile) return escapeHtml(found);
    const url = profileUrl(profile, instance);
    return `<span class="h-card" translate="no"><a href="${url}" class="u-url mention">@<span>${escapeHtml(username)}</span></a></span>`;
  }
  const [, scheme = '', rest = ''] = /^(https?:\/\/(?:www\.)?)(.*)$/.exec(found) ?? [];
  const [shown, hidden] = [rest.slice(0, 30), rest.slice(30)];
  const ellipsis = hidden === '' ? '' : 'ellipsis';
  const parts = `<span class="invisible">${scheme}</span><span class="${ellipsis}">${escapeHtml(shown)}</span><span class="invisible">${escapeHtml(hidden)}</span>`;
  return `<a href="${escapeHtml(found)}" target="_blank" rel="nofollow noopener" translate="no">${parts}</a>`;
}

export function idOf(profile: Account | PersonRow): string {
  return isPerson(profile) ? profile.id : profile.platform_id;
}

export function acctOf(profile: Account | PersonRow): string {
  return isPerson(profile) ? `${profile.username}@${profile.domain}` : profile.username;
}

export function profileUrl(profile: Account | PersonRow, instance: string): string {
  return isPerson(profile) ? `https://${profile.domain}/@${profile.username}` : `${instance}/@${profile.username}`;
}
