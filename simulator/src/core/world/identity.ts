/** Accounts of a simulated platform and what opens them: tokens, codes and the app. Types only. */

export interface Account {
  readonly platform_id: string;
  readonly username: string;
  readonly name: string;
  readonly picture_url: string;
  /** ms of the clock. */
  readonly created_at: number;
  /** One of the platform's `servers`; absent on its usual one. */
  readonly server?: string;
}

export interface Accounts {
  get(platformId: string): Account | undefined;
  byUsername(username: string): Account | undefined;
  /** In order of creation. */
  all(): Account[];
  put(account: Account): void;
}

/** `tokens` in the response of `POST /control/accounts`. */
export interface TokenPair {
  readonly access_token: string;
  readonly refresh_token?: string;
  readonly expires_in_seconds?: number;
}

export interface Token {
  readonly value: string;
  readonly kind: 'access' | 'refresh';
  /** platform_id, or null for an app's own token. */
  readonly account: string | null;
  readonly client_id: string;
  readonly scopes: readonly string[];
  /** ms of the clock. */
  readonly issued_at: number;
  readonly expires_at: number | null;
  /** A revoked token stays known, so that it can be told from one that never was. */
  readonly revoked: boolean;
  /** Rises with every issued token; `expired_token` faults hit the tokens that are older than they are. */
  readonly number: number;
  /** Whatever the platform wants to remember (token family, short or long lived …). */
  readonly note?: string;
}

export interface Tokens {
  /** `value` is the platform's own format; without it 43 url-safe characters. */
  issue(options: {
    kind: 'access' | 'refresh';
    account: string | null;
    value?: string;
    clientId?: string;
    scopes?: readonly string[];
    expiresInSeconds?: number;
    note?: string;
  }): Token;
  /** Also finds revoked and expired ones. */
  find(value: string): Token | undefined;
  /** Every token of the account, revoked ones too, oldest first. */
  of(account: string): Token[];
  revoke(value: string): void;
}

/** Authorization codes: single use, with everything that the exchange has to be compared with. */
export interface Code {
  readonly value: string;
  readonly account: string;
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly scopes: readonly string[];
  readonly expires_at: number;
  readonly code_challenge?: string;
  readonly code_challenge_method?: string;
}

export interface Codes {
  issue(options: {
    account: string;
    clientId: string;
    redirectUri: string;
    scopes: readonly string[];
    expiresInSeconds: number;
    value?: string;
    codeChallenge?: string;
    codeChallengeMethod?: string;
  }): Code;
  /** Looks without using it up. Expired and used codes are not found. */
  peek(value: string): Code | undefined;
  /** Takes the code: the second time it is not found. */
  redeem(value: string): Code | undefined;
}

export interface App {
  readonly client_id: string;
  readonly client_secret: string;
  readonly name: string;
  /** Set by `PUT /control/apps/<platform>` after a good handshake. */
  readonly callback_url: string | null;
  readonly verify_token: string | null;
}
