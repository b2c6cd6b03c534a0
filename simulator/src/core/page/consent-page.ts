import { escapeHtml, html } from '../calls/response.ts';
import type { Call, PlatformResponse } from '../platform.ts';
import type { Account } from '../world/world.ts';

/**
 * The OAuth page: a GET form to the same address with every query parameter of the call as a hidden field, a choice of
 * account (`account`, a platform_id) and two buttons (`decision` = allow | deny). The platform's handler shows it when
 * `call.input('decision')` is absent, after it has checked client and redirect address.
 */
export function consentPage(
  call: Call,
  page: { platform: string; appName: string; scopes: readonly string[]; accounts: readonly Account[] },
): PlatformResponse {
  const hidden = Object.entries(call.query)
    .filter(([name]) => name !== 'account' && name !== 'decision')
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(String(value))}">`)
    .join('');
  const accounts = page.accounts
    .map(({ platform_id, username }) => `<option value="${escapeHtml(platform_id)}">@${escapeHtml(username)}</option>`)
    .join('');
  const scopes = page.scopes.map((scope) => `<li>${escapeHtml(scope)}</li>`).join('');
  return html(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Authorize ${escapeHtml(page.appName)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:10vh auto;padding:0 1rem;color:#1c2330}
select,button{font:inherit;padding:.5rem .9rem;border-radius:.5rem;border:1px solid #b8c0cc;background:#fff}
button[value=allow]{background:#2456e6;border-color:#2456e6;color:#fff}</style>
<h1>${escapeHtml(page.platform)}, simulated</h1>
<p><b>${escapeHtml(page.appName)}</b> asks for access to your account:</p><ul>${scopes}</ul>
<form method="get">${hidden}
<p><label>Account <select name="account">${accounts}</select></label></p>
<p><button name="decision" value="allow">Allow</button> <button name="decision" value="deny">Deny</button></p>
</form></html>`);
}
