import type { OpenChoice } from '../../features/connecting/index.ts';
import { type Html, html } from '../../lib/html.ts';

/** Names of a connected account. */
export interface Connected {
  readonly platformName: string;
  readonly accountName: string;
  readonly accountId: string;
  /** Who asked for it; undefined without an invite. */
  readonly hostName: string | undefined;
}

export function connectedContent({ platformName, accountName, accountId, hostName }: Connected): Html {
  return html`<p>${platformName}: <b>${accountName}</b></p>
<p>${hostName === undefined ? 'The account works from now on.' : `${hostName} can use the account from now on.`} You can close this window.</p>
<p class="soft">Account: ${accountId}</p>`;
}

/** The relative action leads from `/oauth/choice/…` to `/oauth/choice` under any path prefix. */
export function choiceContent(connectionId: string, { platformName, offers }: OpenChoice): Html {
  const forms = offers.map(
    ({ id, name }) =>
      html`<form method="post" action="../choice"><input type="hidden" name="connection_id" value="${connectionId}"><input type="hidden" name="profile" value="${id}"><button>${name}</button></form>`,
  );
  return offers.length > 0
    ? html`<p>Choose what is to be connected on ${platformName}:</p>${forms}`
    : html`<p role="alert">This login on ${platformName} reaches nothing that can be connected here.</p>`;
}

export function failureContent(reason: string, platformName: string | undefined, retryPath: string | undefined): Html {
  return html`<p role="alert">${reason}</p>
${platformName !== undefined && html`<p>Platform: ${platformName}</p>`}
${retryPath !== undefined && html`<a class="button" href="${retryPath}">Try again</a>`}`;
}
