import { escapeHtml, html } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { at, type ScopedRoute } from './oauth/scopes.ts';
import { canSee, type Store } from './store.ts';
import { acctOf } from './text.ts';

/** A status as a web page: where its permalink leads. */
export function statusPage(store: Store): ScopedRoute {
  return { ...at('GET', '/@:acct/:id'), operation: 'other', auth: 'none', handle: (call) => show(store, call) };
}

function show(store: Store, call: Call): PlatformResponse {
  const status = store.statuses.get(call.param('id'));
  const author = status && store.profile(status.author);
  if (!author || !canSee(undefined, status) || acctOf(author) !== call.param('acct'))
    return page('Not found', '<h1>This page is not here</h1>', 404);
  const text = escapeHtml(status.text).replaceAll('\n', '<br>');
  return page(author.name, `<h1>${escapeHtml(author.name)}</h1><p>@${escapeHtml(acctOf(author))}</p><p>${text}</p>`);
}

function page(title: string, content: string, status = 200): PlatformResponse {
  return html(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(title)}</title>${content}</html>`,
    status,
  );
}
