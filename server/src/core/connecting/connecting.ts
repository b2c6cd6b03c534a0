import type { z } from 'zod';
import type { AppCredentials, AppSession, Session, Tokens } from '../session.ts';

/**
 * How accounts of a platform are connected. A connector only turns a consent page and its code, or data that the
 * customer has already, into a grant. `features/connecting/` decides once about states, rows, choices and events.
 */
export interface Connecting {
  readonly kind: 'oauth' | 'token' | 'embedded_signup';
  /** The customer brings the credentials of an app of its own. */
  readonly ownApp?: OwnApp;
  /** By the platform's consent page. */
  readonly oauth?: OAuth;
  /** At once, by data that the customer sends. */
  readonly direct?: Direct;
  /** The metadata field whose value several profiles share, on any platform. Disconnecting the last of them ends our access. */
  readonly sharedBy?: string;
  /** The profiles that a grant reaches, where one login may have several. */
  readonly choice?: Choice;
  /** Ends our access on the platform, after the account was disconnected here. */
  readonly revoke?: (session: Session) => Promise<void>;
}

/** The platform's permission to act for one profile, or for several of which one is chosen. */
export interface Grant {
  readonly tokens: Tokens;
  /** Absent when the platform does not list them. */
  readonly scopes?: readonly string[];
  /** The id of the profile, where the tokens do not contain it. */
  readonly platformId?: string;
  /** The account's own server, where the platform names it only now. */
  readonly hosts?: Readonly<Record<string, string>>;
  /** The person's id on the platform, where one person's login serves pages of several brands. */
  readonly personId?: string;
}

export interface OAuth {
  /** The scopes that the consent page requests. */
  readonly scopes: readonly string[];
  /** An account without these would be useless, so the connection is rejected and names them. */
  readonly requiredScopes: readonly string[];
  readonly pkce?: boolean;
  /** Platforms of many servers: the customer names one. */
  readonly server?: Server;
  /**
   * The code comes from a window that the customer's own page opens. The address of the consent page is the
   * alternative.
   */
  readonly window?: SignupWindow;
  /** The address of the consent page, with hosts that the customer's browser reaches. Absent with `pushed`. */
  readonly authorizeUrl?: (request: ConsentRequest) => string;
  /** The request is sent ahead of the browser, to a server that is discovered first. */
  readonly pushed?: Pushed;
  /** Exchanges the code for lasting tokens. */
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
  /** The settings of this installation's window, where the platform has one. */
  readonly setup?: WindowSetup;
}

/** Ids that the operator has from the platform's dashboard, by their names in the API. */
export type WindowSetup = Readonly<Record<string, string>>;

interface SignupWindow {
  /** Fields of `metadata` that the window returns beside the code. */
  readonly fields: z.ZodObject;
  /** The settings without which the window cannot be opened. */
  readonly required: readonly string[];
}

export interface Code {
  readonly code: string;
  readonly redirectUri: string;
  readonly codeVerifier?: string;
  /** The values that the window returned; absent when the browser brought the code to `redirectUri`. */
  readonly windowFields?: Readonly<Record<string, unknown>>;
  /** The issuer of the code, as the browser states it (RFC 9207); empty when it states none. */
  readonly issuer?: string;
  /** The secrets that `pushed` returned. */
  readonly secrets?: Readonly<Record<string, string>>;
}

/**
 * The request goes ahead to the server, which responds with the address of the page. We are registered nowhere: the
 * client id is the address of a document about us, and the app's secret is a private key (a JWK) made once.
 */
interface Pushed {
  /** The customer's `metadata`; its first field names the account's server. */
  readonly input: z.ZodObject;
  /** Our client id for the address of the document; undefined where the platform would reject it. */
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
  /** The private key. Only its public half may leave the service. */
  readonly key: string;
}

/** A server among many, by the name that the customer gave. */
export interface Server {
  /** The field of `metadata` that contains the name. */
  readonly field: string;
  /** How our own page asks for the name. */
  readonly question: { readonly title: string; readonly description: string };
  /** The server's hosts by the connector's host keys; undefined for an invalid name. */
  readonly hosts: (name: string) => Readonly<Record<string, string>> | undefined;
  /** Checks that it is such a server, then registers our app there. */
  readonly register: (session: Omit<AppSession, 'app'>, redirectUri: string) => Promise<AppCredentials>;
}

export interface Direct {
  /** The customer's `metadata`. Our own page asks for each field by its `title` and `description`. */
  readonly input: z.ZodObject;
  /** Platforms of many servers: the field that names one, and the hosts of the account; undefined for the usual ones. */
  readonly server?: {
    readonly field: string;
    // biome-ignore lint/suspicious/noExplicitAny: parsed by `input` right before.
    readonly hosts: (input: any) => Readonly<Record<string, string>> | undefined;
  };
  // biome-ignore lint/suspicious/noExplicitAny: parsed by `input` right before.
  readonly connect: (session: AppSession, input: any) => Promise<Grant>;
}

interface Choice {
  /** `always`: the customer chooses even when there is only one profile. */
  readonly when: 'several' | 'always';
  /** The name of the list in responses. */
  readonly of: 'profiles' | 'pages';
  /** How many of them one brand may connect; one when absent. */
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
  /** Present where the profile has tokens of its own. */
  readonly tokens?: Tokens;
}

interface OwnApp {
  /** Checks whether the platform knows the app; throws PlatformError `rejected` when it does not. */
  readonly test: (session: AppSession) => Promise<void>;
}
