import type { z } from 'zod';
import type { AppCredentials, AppSession, Session, Tokens } from './session.ts';

/**
 * How accounts of a platform are connected. A connector only translates: a consent page and its code, or what the
 * customer knows already, into a grant. Which states, rows, choices and events follow is decided once, in
 * `features/connecting/`.
 */
export interface Connecting {
  readonly kind: 'oauth' | 'token' | 'embedded_signup';
  /** The customer brings the credentials of an app of its own. */
  readonly ownApp?: OwnApp;
  /** By the platform's consent page. */
  readonly oauth?: OAuth;
  /** At once, by something that the customer sends. */
  readonly direct?: Direct;
  /** The field of an account's metadata whose value several profiles share: our access is ended with the last of them. */
  readonly sharedBy?: string;
  /** The profiles that a grant reaches, where one login may have several. */
  readonly choice?: Choice;
  /** Ends our access on the platform, after the account was disconnected here. */
  readonly revoke?: (session: Session) => Promise<void>;
}

/** What a platform gave us: the means to speak for one profile, or for several of which one is chosen. */
export interface Grant {
  readonly tokens: Tokens;
  /** Absent when the platform does not tell. */
  readonly scopes?: readonly string[];
  /** The profile that it is for, where the tokens do not tell. */
  readonly platformId?: string;
  /** The account's own server, where the platform told it only now. */
  readonly hosts?: Readonly<Record<string, string>>;
  /** The person's id on the platform, where one person's login serves pages of several brands. */
  readonly personId?: string;
}

export interface OAuth {
  /** What the consent page is asked for. */
  readonly scopes: readonly string[];
  /** Without these the account would be of no use, so the connection is refused and names them. */
  readonly requiredScopes: readonly string[];
  readonly pkce?: boolean;
  /** Platforms of many servers: the customer says which. */
  readonly server?: Server;
  /** The code comes from a window that the customer's own page opens; the address of the consent page is the other way. */
  readonly window?: SignupWindow;
  /** The address of the consent page. Hosts are those that the customer's browser reaches. Absent with `pushed`. */
  readonly authorizeUrl?: (request: ConsentRequest) => string;
  /** Where the request is sent ahead of the browser, to a server that is found out first. */
  readonly pushed?: Pushed;
  /** Turns the code into lasting tokens. */
  readonly exchange: (session: AppSession, code: Code) => Promise<Grant>;
}

export interface ConsentRequest {
  readonly app: AppCredentials;
  readonly hosts: Readonly<Record<string, string>>;
  readonly redirectUri: string;
  readonly state: string;
  readonly scopes: readonly string[];
  /** S256 of the verifier, with `pkce`. */
  readonly codeChallenge?: string;
  /** How this installation's window is set up, where the platform has one. */
  readonly setup?: WindowSetup;
}

/** Ids that the operator has from the platform's dashboard, by their names in the API. */
export type WindowSetup = Readonly<Record<string, string>>;

export interface SignupWindow {
  /** Fields of `metadata` that the window told beside the code. */
  readonly told: z.ZodObject;
  /** Those of the setup without which the window cannot be opened. */
  readonly required: readonly string[];
}

export interface Code {
  readonly code: string;
  readonly redirectUri: string;
  readonly codeVerifier?: string;
  /** What the window told; absent when the browser brought the code to `redirectUri`. */
  readonly told?: Readonly<Record<string, unknown>>;
  /** Who gave the code, as the browser says (RFC 9207); empty when it says nothing. */
  readonly issuer?: string;
  /** What `pushed` left. */
  readonly secrets?: Readonly<Record<string, string>>;
}

/**
 * The request goes ahead to the server, which gives the address of the page. We are registered nowhere: the client id
 * is the address of a document that says who we are, and the app's secret is a private key (a JWK), made once.
 */
export interface Pushed {
  /** What the customer sends as `metadata`; its first field says where the account is. */
  readonly input: z.ZodObject;
  /** Our client id, by the address of the document; undefined where the platform would not take it. */
  readonly clientId: (client: { readonly documentUrl: string; readonly redirectUri: string }) => string | undefined;
  readonly clientDocument: (client: OwnClient) => Readonly<Record<string, unknown>>;
  readonly push: (
    session: AppSession,
    request: ConsentRequest,
    // biome-ignore lint/suspicious/noExplicitAny: parsed by `input` right before.
    input: any,
  ) => Promise<{ readonly authUrl: string; readonly secrets: Readonly<Record<string, string>> }>;
}

export interface OwnClient {
  readonly clientId: string;
  readonly homepage: string;
  readonly redirectUri: string;
  /** The private key; only its public half may be told. */
  readonly key: string;
}

/** A server among many, by the name that the customer gave. */
export interface Server {
  /** Field of `metadata` that holds the name. */
  readonly field: string;
  /** The server's hosts by the connector's host keys; undefined when the text names none. */
  readonly hosts: (name: string) => Readonly<Record<string, string>> | undefined;
  /** Makes sure that it is such a server and registers us there. */
  readonly register: (session: Omit<AppSession, 'app'>, redirectUri: string) => Promise<AppCredentials>;
}

export interface Direct {
  /** What the customer sends as `metadata`. */
  readonly input: z.ZodObject;
  /** Platforms of many servers: where the account is. */
  // biome-ignore lint/suspicious/noExplicitAny: parsed by `input` right before.
  readonly hosts?: (input: any) => Readonly<Record<string, string>> | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: parsed by `input` right before.
  readonly connect: (session: AppSession, input: any) => Promise<Grant>;
}

export interface Choice {
  /** Whether somebody is asked although there is one profile only. */
  readonly when: 'several' | 'always';
  /** What they are called in answers. */
  readonly of: 'profiles' | 'pages';
  /** How many of them one brand takes; one when absent. */
  readonly perBrand?: number;
  /** The detail of the error when there is none: `no_locations`. */
  readonly noneCode: string;
  readonly candidates: (session: Session) => Promise<readonly Candidate[]>;
}

export interface Candidate {
  readonly platformId: string;
  readonly name: string;
  readonly username?: string;
  readonly pictureUrl?: string;
  readonly bio?: string;
  readonly category?: string;
  /** Where the profile has tokens of its own. */
  readonly tokens?: Tokens;
}

export interface OwnApp {
  /** Asks the platform whether it knows the app; throws PlatformError `rejected` when it does not. */
  readonly test: (session: AppSession) => Promise<void>;
}
