import type { FaultOptions } from '../calls/faults.ts';
import { operations } from '../calls/operations.ts';
import type { Receivers } from '../control/receiver.ts';
import { settingNames } from '../control/settings.ts';
import type { CallbackReport } from '../world/callbacks.ts';
import type { OpenWorld } from '../worlds/open-world.ts';
import { cut, type Html, html, options, time } from './html.ts';

const shownMax = 12;
const bodyLengthMax = 10_000;
/** Receivers with their deliveries, and faults. */
const rowsMax = 20;
/** In the list to choose from. */
const accountsMax = 500;

/** Each button sets this fault for the platform, account and operation that are chosen above it. */
const faultButtons: readonly (readonly [string, FaultOptions])[] = [
  ['Throttle (60 s)', { kind: 'throttle', retry_after_seconds: 60 }],
  ['Expired token', { kind: 'expired_token' }],
  ['503, no effect', { kind: 'server_error', status: 503 }],
  ['503 after effect', { kind: 'error_after', status: 503 }],
  ['Drop, no effect', { kind: 'drop_before' }],
  ['Accept, then drop', { kind: 'accept_drop' }],
  ['Accept, then hang', { kind: 'accept_hang' }],
  ['Not ready (3 polls)', { kind: 'not_ready', polls: 3 }],
  ['Late in lists (30 s)', { kind: 'delayed_visibility', seconds: 30 }],
  ['Callback twice', { kind: 'duplicate_callbacks' }],
  ['Callbacks swapped', { kind: 'reordered_callbacks' }],
  ['Hold before', { kind: 'hold', when: 'before' }],
  ['Hold after', { kind: 'hold', when: 'after' }],
];

export function faultPanel(world: OpenWorld): Html {
  const platforms = world.platforms.all();
  const accounts = platforms.flatMap(({ definition, world }) =>
    world.accounts
      .all()
      .map(({ platform_id, username }) => [platform_id, `${definition.displayName}: @${username}`] as const),
  );
  const shownAccounts = accounts.slice(-accountsMax);
  const names = platforms.map(({ definition }) => [definition.name, definition.displayName] as const);
  return html`<section><h2>Faults</h2>
<form data-send="control/faults">
<div class="line"><select name="platform" aria-label="Platform">${options(names, 'any platform')}</select>
<select name="account" aria-label="Account">${options(shownAccounts, 'any account')}</select></div>
<div class="line"><select name="operation" aria-label="Operation">${options(operations, 'any call')}</select>
<label>times <input type="number" name="times" value="1" min="0" max="999" title="0: until deleted"></label></div>
<div class="buttons">${faultButtons.map(([label, fault]) => html`<button name="with" value="${JSON.stringify(fault)}">${label}</button>`)}</div>
</form>
${world.faults
  .list()
  .slice(-rowsMax)
  .map(
    ({ id, kind, platform, operation, times, hits }) =>
      html`<p class="row"><b>${kind}</b> ${platform ?? 'any'} ${operation ?? 'any call'} ${hits}/${times === 0 ? '∞' : times}
<button data-method="DELETE" data-send="control/faults/${id}">×</button></p>`,
  )}
${world.held.list().map(
  ({ id, platform, operation, when }) =>
    html`<p class="row"><b>held</b> ${platform} ${operation}, ${when} the effect
<button data-send="control/held/${id}/release">release</button></p>`,
)}
</section>`;
}

export function callbackPanel(world: OpenWorld): Html {
  const reports = world.callbacks.reports().slice(0, shownMax);
  return html`<section><h2>Callbacks to the service</h2>
${reports.length === 0 ? html`<p class="none">None yet.</p>` : undefined}
${reports.map(callbackRow)}</section>`;
}

function callbackRow({ id, platform, event, answer, state, at, body, attempts }: CallbackReport): Html {
  return html`<details id="callback-${id}-${attempts}"><summary><b>${platform}</b> ${event}
<span class="${state}">${answer}${state === 'delivered' ? '' : `, ${state.replace('_', ' ')}`}</span> ${time(at)}</summary><pre>${cut(body, bodyLengthMax)}</pre></details>`;
}

export function receiverPanel({ receivers }: OpenWorld): Html {
  const names = receivers.names().slice(-rowsMax);
  return html`<section><h2>Webhook receivers</h2>
${names.length === 0 ? html`<p class="none">None yet. Point a webhook at <code>https://simulator.test/receiver/NAME</code>.</p>` : undefined}
${names.map((name) => receiverRows(name, receivers))}</section>`;
}

function receiverRows(name: string, receivers: Receivers): Html {
  const { deliveries, secret_set } = receivers.show(name, shownMax);
  const rows = [...deliveries].reverse().map(({ event, verified, at, body, id }, index) => {
    const mark = verified === null ? 'no secret yet' : verified ? 'verified' : 'NOT verified';
    return html`<details id="delivery-${name}-${id ?? index}-${at}"><summary>${event ?? 'no event'} <span class="${verified ? 'delivered' : 'retrying'}">${mark}</span>
${time(at)}</summary><pre>${cut(JSON.stringify(body, null, 2), bodyLengthMax)}</pre></details>`;
  });
  return html`<h3>${name} <small>${secret_set ? '' : 'no secret yet'}</small></h3>${rows}`;
}

export function visitorPanel(world: OpenWorld): Html {
  const rows = world.visitors.list().slice(0, shownMax);
  if (rows.length === 0) return html``;
  return html`<section><h2>What visitors did</h2>${rows.map(
    ({ platform, account, action, username, text, at }) =>
      html`<p class="comment"><b>${platform}</b> ${username}: ${action}, @${account} ${cut(text)} ${time(at)}</p>`,
  )}</section>`;
}

export function callPanel(world: OpenWorld): Html {
  const rows = world.calls
    .list({})
    .slice(-shownMax)
    .reverse()
    .map(
      ({ platform, operation, method, path, status, fault }) =>
        html`<tr><td>${platform}</td><td title="${method} ${path}">${operation}</td><td>${status ?? '–'}</td><td>${fault ?? ''}</td></tr>`,
    );
  return html`<section><h2>Latest calls</h2><table>${rows}</table>
<p><a href="control/calls">all calls</a> · <a href="control/ledger">ledger</a> · <a href="control/state">state</a></p></section>`;
}

export function settingsPanel(world: OpenWorld): Html {
  const boxes = settingNames.map((name) => {
    const next = JSON.stringify({ [name]: !world.settings.current[name] });
    return html`<button data-method="PUT" data-send="control/settings" data-body="${next}">${name.replaceAll('_', ' ')}: ${world.settings.current[name] ? 'on' : 'off'}</button>`;
  });
  const steps = (
    [
      ['+1 hour', 3_600],
      ['+1 day', 86_400],
      ['+1 week', 604_800],
    ] as const
  ).map(
    ([label, seconds]) =>
      html`<button data-send="control/clock" data-body="${JSON.stringify({ advance_seconds: seconds })}">${label}</button>`,
  );
  return html`<section><h2>Settings</h2><div class="buttons">${boxes}</div>
<h3>Clock: ${time(world.clock.iso())}</h3><div class="buttons">${steps}</div></section>`;
}
