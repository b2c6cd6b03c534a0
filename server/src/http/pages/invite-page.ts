import type { InviteFacts } from '../../features/connecting/index.ts';
import { type Html, html } from '../../lib/html.ts';

/** A rejected answer of the customer, to be corrected on the page. */
export interface Rejection {
  readonly message: string;
  /** The field that it is about. */
  readonly field: string | undefined;
  /** What the customer sent. */
  readonly answers: Readonly<Record<string, string>>;
}

export function inviteTitle({ host, platformName, accountName }: InviteFacts): string {
  const verb = accountName === undefined ? 'connect' : 'reconnect';
  return `${host.name} asks you to ${verb} your ${platformName} account`;
}

/** What is asked, by whom, for which platform; one button, or a form where the platform needs more. */
export function inviteContent(facts: InviteFacts, rejection: Rejection | undefined): Html {
  const { host, brandName, platformName, accountName, abilities, questions, expiresAt, livemode } = facts;
  const isForm = questions.some(({ isRequired }) => isRequired);
  return html`${rejection && html`<p role="alert">${wordsFor(rejection.message, facts)}</p>`}
<p>The account is for <b>${brandName}</b>. ${host.name} can then ${listed(abilities)}.</p>
${accountName !== undefined && html`<p>Log in as <b>${accountName}</b>. Its access has ended, and this renews it.</p>`}
${!isForm && html`<p>You continue to ${platformName}, log in there and allow the access. Your password stays there.</p>`}
<form method="post">
${questions.map((question) => field(question, rejection))}
<button>Continue${!isForm && ` to ${platformName}`}</button>
</form>
<p class="soft">This link works once, until ${expiresAt.toISOString().slice(0, 10)}. You can end the access at any time in your settings on ${platformName}.${!livemode && ' This is a test: the platform is simulated.'}</p>`;
}

function field(
  { name, label, hint, isRequired, isSecret }: InviteFacts['questions'][number],
  rejection?: Rejection,
): Html {
  const isWrong = rejection?.field === `metadata.${name}`;
  const kind = isSecret
    ? html`type="password" autocomplete="off"`
    : html`type="text" autocapitalize="none" spellcheck="false"`;
  const value = isSecret ? undefined : rejection?.answers[name];
  return html`<p><label for="${name}">${label}${!isRequired && ' (if you like)'}</label>
<input id="${name}" name="${name}" ${kind} maxlength=300 aria-describedby="${name}-hint"${isRequired && html` required`}${isWrong && html` aria-invalid="true" autofocus`}${value !== undefined && html` value="${value}"`}>
<small id="${name}-hint">${hint}</small></p>`;
}

/** Errors name fields as the API does; a customer knows them by their labels. */
function wordsFor(message: string, { questions }: Pick<InviteFacts, 'questions'>): string {
  return questions.reduce((text, { name, label }) => text.replaceAll(`metadata.${name}`, `“${label}”`), message);
}

function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? 'use it';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
