import { randomBytes, randomInt } from 'node:crypto';
import { randomText } from './ids.ts';
import type { Journal } from './journal.ts';
import type { Account, Accounts, App, Clock, Code, Codes, Table, Token, Tokens } from './world.ts';

type Owned<Row> = Row & { readonly platform: string };
type OwnedBy<Row> = Owned<Row> & { readonly owner: string };

/** Accounts, apps, tokens and codes of all platforms; `for…` gives each platform its own view. */
export class Credentials {
  readonly #accounts: Table<Owned<Account>>;
  readonly #apps: Table<Owned<App>>;
  readonly #tokens: Table<OwnedBy<Token>>;
  readonly #codes: Table<Owned<Code>>;
  readonly #clock: Clock;

  constructor(journal: Journal, clock: Clock) {
    this.#clock = clock;
    this.#accounts = journal.table('core/accounts', 'platform');
    this.#apps = journal.table('core/apps');
    this.#tokens = journal.table('core/tokens', 'owner');
    this.#codes = journal.table('core/codes');
  }

  /** The number of the newest token of any platform. */
  get newestTokenNumber(): number {
    return this.#tokens.size;
  }

  hasAccounts(platform: string): boolean {
    return this.#accounts.where('platform', platform).length > 0;
  }

  accountsOf(platform: string): Accounts {
    const accounts = this.#accounts;
    return {
      get: (id) => accounts.get(`${platform}:${id}`),
      byUsername: (username) =>
        accounts.where('platform', platform).find((row) => row.username.toLowerCase() === username.toLowerCase()),
      all: () => accounts.where('platform', platform),
      put: (account) => accounts.put(`${platform}:${account.platform_id}`, { platform, ...account }),
    };
  }

  /** A live object: it follows `setCallback`. */
  appOf(platform: string, displayName: string): App {
    const stored = this.#apps.get(platform) ?? {
      platform,
      client_id: String(randomInt(1e14, 2 ** 47)).padEnd(16, '7'),
      client_secret: randomBytes(16).toString('hex'),
      name: `Hubbub for ${displayName}`,
      callback_url: null,
      verify_token: null,
    };
    if (!this.#apps.get(platform)) this.#apps.put(platform, stored);
    const apps = this.#apps;
    return {
      client_id: stored.client_id,
      client_secret: stored.client_secret,
      name: stored.name,
      get callback_url() {
        return apps.get(platform)?.callback_url ?? null;
      },
      get verify_token() {
        return apps.get(platform)?.verify_token ?? null;
      },
    };
  }

  setCallback(platform: string, callbackUrl: string, verifyToken: string): void {
    const app = this.#apps.get(platform);
    if (app) this.#apps.put(platform, { ...app, callback_url: callbackUrl, verify_token: verifyToken });
  }

  tokensOf(platform: string, app: App): Tokens {
    const tokens = this.#tokens;
    const find = (value: string) => tokens.get(`${platform}:${value}`);
    return {
      issue: (options) => {
        const issuedAt = this.#clock.now();
        const token: OwnedBy<Token> = {
          platform,
          owner: `${platform}:${options.account ?? ''}`,
          value: options.value ?? randomText(43),
          kind: options.kind,
          account: options.account,
          client_id: options.clientId ?? app.client_id,
          scopes: options.scopes ?? [],
          issued_at: issuedAt,
          expires_at: options.expiresInSeconds === undefined ? null : issuedAt + options.expiresInSeconds * 1000,
          revoked: false,
          number: tokens.size + 1,
          ...(options.note === undefined ? {} : { note: options.note }),
        };
        tokens.put(`${platform}:${token.value}`, token);
        return token;
      },
      find,
      of: (account) => tokens.where('owner', `${platform}:${account}`),
      revoke: (value) => {
        const token = find(value);
        if (token) tokens.put(`${platform}:${value}`, { ...(token as OwnedBy<Token>), revoked: true });
      },
    };
  }

  codesOf(platform: string): Codes {
    const codes = this.#codes;
    const peek = (value: string) => {
      const code = codes.get(`${platform}:${value}`);
      return code && code.expires_at > this.#clock.now() ? code : undefined;
    };
    return {
      issue: (options) => {
        const code: Owned<Code> = {
          platform,
          value: options.value ?? randomText(43),
          account: options.account,
          client_id: options.clientId,
          redirect_uri: options.redirectUri,
          scopes: options.scopes,
          expires_at: this.#clock.now() + options.expiresInSeconds * 1000,
          ...(options.codeChallenge === undefined ? {} : { code_challenge: options.codeChallenge }),
          ...(options.codeChallengeMethod === undefined ? {} : { code_challenge_method: options.codeChallengeMethod }),
        };
        codes.put(`${platform}:${code.value}`, code);
        return code;
      },
      peek,
      redeem: (value) => {
        const code = peek(value);
        if (code) codes.delete(`${platform}:${value}`);
        return code;
      },
    };
  }
}
