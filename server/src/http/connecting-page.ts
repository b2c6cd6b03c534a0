import type { Offer } from '../features/connecting/index.ts';

const TITLES: Readonly<Record<string, string>> = {
  success: 'The account is connected',
  selection_required: 'One more step',
};

/** The page that shows the result of a connection when the caller gave no redirect address. */
export function connectingPage(result: Readonly<Record<string, string>>, offers: readonly Offer[]): string {
  const {
    status = 'error',
    platform,
    account_id: account,
    connection_id: connection,
    error_description: words,
  } = result;
  const title = TITLES[status] ?? 'The account was not connected';
  const lines = [
    words,
    status === 'success' ? 'You can close this window.' : undefined,
    status === 'selection_required' ? 'Choose what is to be connected:' : undefined,
    platform === undefined ? undefined : `Platform: ${platform}`,
    account === undefined ? undefined : `Account: ${account}`,
  ].filter((line) => line !== undefined);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:12vh auto;padding:0 1rem;color:#1c2330}</style>
</head>
<body>
<h1>${title}</h1>
${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
${offers.map((offer) => form(connection ?? '', offer)).join('\n')}
</body>
</html>
`;
}

/** The relative action leads from `/oauth/callback/…` to `/oauth/choice` under any path prefix. */
function form(connectionId: string, { id, name }: Offer): string {
  const hidden = Object.entries({ connection_id: connectionId, profile: id })
    .map(([field, value]) => `<input type="hidden" name="${field}" value="${escapeHtml(value)}">`)
    .join('');
  return `<form method="post" action="../choice"><p>${hidden}<button>${escapeHtml(name)}</button></p></form>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}
