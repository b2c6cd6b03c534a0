import { z } from 'zod';
import { exampleId } from '../example.ts';
import { PlatformWord } from '../platforms.ts';
import { defineEvent, type ExampleFacts } from './define-event.ts';

const ConnectedAccount = z
  .object({
    account_id: z.string(),
    brand_id: z.string(),
    platform: PlatformWord,
    platform_user_id: z.string(),
    username: z.string(),
    display_name: z.string(),
    profile_picture_url: z.string().meta({ description: 'Empty: not known, like the following ones' }),
    bio: z.string(),
    profile_url: z.string(),
    user_email: z.string(),
    connected_at: z.string(),
  })
  .meta({ id: 'ConnectedAccountEvent' });

const Reason = z.enum(['access_revoked', 'disconnected']).meta({
  description: 'access_revoked: the platform took the access away. disconnected: somebody disconnected it here',
});

const DisconnectedAccount = z
  .object({
    account_id: z.string(),
    platform: PlatformWord,
    reason: Reason,
    reconnect_required: z.boolean().optional().meta({
      description: 'true: the account is still here and works again when it is connected anew',
    }),
  })
  .meta({ id: 'DisconnectedAccountEvent' });

const ExpiringToken = z
  .object({ account_id: z.string(), platform: PlatformWord, username: z.string(), token_expires_at: z.string() })
  .meta({ id: 'ExpiringTokenEvent' });

const RemovedPage = z
  .object({
    account_id: z.string(),
    platform_page_id: z.string(),
    name: z.string(),
    platform: PlatformWord,
    reason: z.literal('access_revoked'),
  })
  .meta({ id: 'RemovedPageEvent' });

const DisabledWebhook = z
  .object({
    webhook_id: z.string(),
    url: z.string(),
    reason: z.enum(['gone', 'failing']).meta({
      description: 'gone: it answered 410. failing: it has only failed for days',
    }),
    failing_since: z.string().optional(),
  })
  .meta({ id: 'DisabledWebhookEvent' });

const on = ({ platform }: ExampleFacts) => ({ account_id: exampleId('acc'), platform });

/** Events of accounts and of the workspace (contract, 14.2). */
export const accountEvents = {
  'account.connected': defineEvent('An account was connected', ConnectedAccount, (about) => ({
    ...on(about),
    brand_id: exampleId('brand'),
    platform_user_id: 'example-account',
    username: 'yourname',
    display_name: 'Your name',
    profile_picture_url: '',
    bio: '',
    profile_url: '',
    user_email: '',
    connected_at: about.at,
  })),
  'account.disconnected': defineEvent(
    'An account lost its access or was disconnected',
    DisconnectedAccount,
    (about) => ({ ...on(about), reason: 'access_revoked' as const, reconnect_required: true }),
  ),
  'account.token_expiring': defineEvent('The access of an account is about to expire', ExpiringToken, (about) => ({
    ...on(about),
    username: 'yourname',
    token_expires_at: new Date(Date.parse(about.at) + 7 * 86_400_000).toISOString(),
  })),
  'page.removed': defineEvent('A login does not reach a page any more', RemovedPage, (about) => ({
    ...on(about),
    platform_page_id: 'example-page',
    name: 'A page',
    reason: 'access_revoked' as const,
  })),
  'webhook.disabled': defineEvent('A webhook endpoint was disabled after failing for days', DisabledWebhook, () => ({
    webhook_id: exampleId('wh'),
    url: 'https://example.com/hook',
    reason: 'failing' as const,
  })),
};
