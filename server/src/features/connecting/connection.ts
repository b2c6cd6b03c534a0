import { z } from 'zod';
import type { Connector } from '../../core/connector.ts';
import type { Context } from '../../core/context.ts';
import type { AppCredentials, Tokens } from '../../core/session.ts';
import type { SharedLogin } from '../accounts/index.ts';

/** What connecting uses of a request; a browser that comes back from a platform has no key and no request of the API. */
export type ConnectContext = Pick<Context, 'tenant' | 'db' | 'connectors' | 'services' | 'commit'>;

/** Where a new account goes, and what is used up when it is there. */
export interface Destination {
  /** null: a new brand is made, unless the account is there already. */
  readonly brandId: string | null;
  readonly inviteId: string | null;
}

/** The app and the server that a login belongs to. */
export interface LoginPlace {
  readonly app: AppCredentials;
  readonly hosts?: Readonly<Record<string, string>> | undefined;
  /** Whose app it is, where customers bring their own. */
  readonly appSource?: 'user' | 'brand' | undefined;
}

/** A login that is good for one profile: everything that becomes an account. */
export interface Login extends LoginPlace {
  readonly connector: Connector;
  readonly tokens: Tokens;
  /** The profile that was chosen, where there were several. */
  readonly platformId?: string | undefined;
  /** The person's login that it came through, where that serves several. */
  readonly shared?: SharedLogin | undefined;
}

/** The account that a connection led to (contract, 7.2). */
export const ConnectedAccount = z.object({
  account_id: z.string(),
  brand_id: z.string(),
  platform: z.string(),
  username: z.string(),
  display_name: z.string(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  livemode: z.boolean(),
});
export type ConnectedAccount = z.infer<typeof ConnectedAccount>;

/** Several at once: the first as if it were alone, and all of them as a list. */
export const ConnectedAccounts = ConnectedAccount.extend({
  data: z.array(ConnectedAccount).optional(),
  count: z.number().int().optional(),
});

/** A profile that may be chosen (contract, 7.4). */
export const Profile = z.object({
  platform_account_id: z.string(),
  display_name: z.string(),
  username: z.string(),
  profile_picture_url: z.string(),
  bio: z.string(),
});
