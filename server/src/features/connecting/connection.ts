import { z } from 'zod';
import type { Connector } from '../../core/connector.ts';
import type { Context } from '../../core/context.ts';
import { exampleId } from '../../core/example.ts';
import { PLATFORMS, PlatformWord } from '../../core/platforms.ts';
import type { AppCredentials, Tokens } from '../../core/session.ts';
import type { Tools } from '../../core/tools.ts';
import type { SharedLogin } from '../accounts/index.ts';

/** The part of a context that connecting needs. A browser that comes back from a platform has no key. */
export type ConnectContext = Pick<Context, 'tenant' | 'db' | 'connectors' | 'commit' | keyof Tools>;

/** The brand of a new account, and the invite that it uses up. */
export interface Destination {
  /** null: a new brand, unless the account is connected already. */
  readonly brandId: string | null;
  readonly inviteId: string | null;
  /** The input field that named the account; absent: the code of a consent page. */
  readonly field?: string;
  /** The hash of the browser that began the login, in hex: only this one chooses on our page. Absent: any. */
  readonly browserHash?: string | undefined;
}

/** The app and the server that a login belongs to. */
export interface LoginSettings {
  readonly app: AppCredentials;
  readonly hosts?: Readonly<Record<string, string>> | undefined;
  /** The brand whose app it is, on platforms where customers bring their own. */
  readonly appSource?: 'user' | 'brand' | undefined;
}

/** A login with one profile: everything that makes an account. */
export interface Login extends LoginSettings {
  readonly connector: Connector;
  readonly tokens: Tokens;
  /** The chosen profile, when there were several. */
  readonly platformId?: string | undefined;
  /** The person's login, when it serves several accounts. */
  readonly shared?: SharedLogin | undefined;
}

/** The connected account (contract, 7.2). */
export const ConnectedAccount = z
  .object({
    account_id: z.string(),
    brand_id: z.string(),
    platform: PlatformWord,
    username: z.string(),
    display_name: z.string(),
    metadata: z.record(z.string(), z.unknown()).optional(),
    held_count: z
      .number()
      .int()
      .optional()
      .meta({ description: 'How many scheduled posts wait now, because the brand approves its posts' }),
    livemode: z.boolean(),
  })
  .meta({ id: 'ConnectedAccount' });
/** For answers that have these fields or others. */
export const exampleConnected = {
  ...{ account_id: exampleId('acc'), brand_id: exampleId('brand'), platform: PLATFORMS[0] },
  ...{ username: 'harbourcafe', display_name: 'Harbour Café', livemode: true },
};
export type ConnectedAccount = z.infer<typeof ConnectedAccount>;

/** Several accounts: the fields of the first one, and all of them as a list. */
export const ConnectedAccounts = ConnectedAccount.extend({
  data: z.array(ConnectedAccount).optional(),
  count: z.number().int().optional(),
});

/** A profile that may be chosen (contract, 7.4). */
export const Profile = z
  .object({
    platform_account_id: z.string(),
    display_name: z.string(),
    username: z.string(),
    profile_picture_url: z.string(),
    bio: z.string(),
  })
  .meta({ id: 'ProfileChoice' });
