import type { Body } from '../../../test/harness.ts';

interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A browser without scripts on the page of a review link: it keeps cookies and follows redirects. */
export class ReviewPage {
  readonly url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #cookies = new Map<string, string>();

  constructor(url: string, headers: Readonly<Record<string, string>> = {}) {
    this.url = url;
    const { cookie = '', ...others } = headers;
    this.#headers = { origin: new URL(url).origin, ...others };
    this.#keep(cookie.split('; '));
  }

  #keep(pairs: readonly string[]): void {
    for (const pair of pairs.filter((text) => text.includes('=')))
      this.#cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
  }

  async get(): Promise<Seen> {
    return this.#send({});
  }

  /** Sends a form; the page after the redirect, or the one that rejects it. */
  async send(fields: Readonly<Record<string, string>>): Promise<Seen> {
    const sent = await this.#send({ method: 'POST', body: new URLSearchParams(fields) });
    return sent.status === 303 ? this.get() : sent;
  }

  /** Presses a button at a post, as the page showed it. */
  decide(post: Body, decision: string, note = ''): Promise<Seen> {
    const { id = '', fingerprint = '' } = post.held ?? {};
    return this.send({ do: decision, post: post.id, held: id, seen: fingerprint, note });
  }

  /** Presses the button that approves all, with what the page holds. */
  async approveAll(): Promise<Seen> {
    const { text } = await this.get();
    const items = [...text.matchAll(/name="(item\.\d+)" value="([^"]+)"/g)].map(([, name, value]) => [name, value]);
    return this.send({ do: 'approve_all', ...Object.fromEntries(items) });
  }

  async #send(options: RequestInit): Promise<Seen> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...this.#headers, cookie };
    const answer = await fetch(this.url, { ...options, headers, redirect: 'manual' });
    this.#keep(answer.headers.getSetCookie().map((text) => text.split(';')[0] as string));
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }
}
