import type { Covered } from '../../core/platform.ts';
import { usedBy } from '../../core/used-by.ts';
import { versionSegment } from '../meta/versions.ts';

const checked = '2026-11-21';
const guide = 'https://developers.facebook.com/documentation/business-messaging/whatsapp';
const numbers = `${guide}/business-phone-numbers`;
const templates = `${guide}/templates/template-management`;
const signup = `${guide}/embedded-signup`;
const graphGuide = 'https://developers.facebook.com/docs';

type Row = readonly [host: string, Covered['method'], string, Covered['operation'], string];

const rows: readonly Row[] = [
  ['www', 'GET', '/dialog/oauth', 'token', `${signup}/implementation`],
  ['graph', 'GET', '/oauth/access_token', 'token', `${signup}/onboarding-customers-as-a-tech-provider`],
  ['graph', 'GET', '/debug_token', 'token', `${graphGuide}/graph-api/reference/debug_token`],
  ['graph', 'GET', '/:node', ['profile', 'media_status', 'other'], `${numbers}/phone-numbers`],
  ['graph', 'POST', '/:node', 'other', templates],
  ['graph', 'GET', '/:node/phone_numbers', 'profile', `${numbers}/phone-numbers`],
  ['graph', 'POST', '/:node/phone_numbers', 'other', `${numbers}/registration`],
  ['graph', 'POST', '/:node/request_code', 'other', `${numbers}/registration`],
  ['graph', 'POST', '/:node/verify_code', 'other', `${numbers}/registration`],
  ['graph', 'POST', '/:node/register', 'other', `${numbers}/registration`],
  ['graph', 'POST', '/:node/deregister', 'other', `${numbers}/registration`],
  ['graph', 'GET', '/:node/whatsapp_business_profile', 'profile', `${guide}/business-profiles`],
  ['graph', 'POST', '/:node/whatsapp_business_profile', 'other', `${guide}/business-profiles`],
  ['graph', 'POST', '/:node/messages', ['send_message', 'messages'], `${guide}/messages/send-messages`],
  ['graph', 'POST', '/:node/media', 'upload_media', `${numbers}/media`],
  ['graph', 'GET', '/:node/message_templates', 'other', templates],
  ['graph', 'POST', '/:node/message_templates', 'other', templates],
  ['graph', 'DELETE', '/:node/message_templates', 'other', templates],
  ['graph', 'GET', '/:node/subscribed_apps', 'subscribe', `${signup}/webhooks`],
  ['graph', 'POST', '/:node/subscribed_apps', 'subscribe', `${signup}/webhooks`],
  ['graph', 'DELETE', '/:node/subscribed_apps', 'subscribe', `${signup}/webhooks`],
];

export const coverage: readonly Covered[] = usedBy(
  [
    ...rows.flatMap(([host, method, path, operation, documentation]) =>
      [`${versionSegment}${path}`, path].map(
        (address): Omit<Covered, 'usedBy'> => ({ method, host, path: address, operation, documentation, checked }),
      ),
    ),
    {
      method: 'GET',
      host: 'lookaside',
      path: '/whatsapp_business/attachments',
      operation: 'media_status',
      documentation: `${numbers}/media`,
      checked,
    },
  ],
  {
    planned: {
      'POST /:node/phone_numbers': 'a number that is not verified',
      'POST /:node/media': 'media by their ids',
      'GET /whatsapp_business/attachments': 'files that people send',
      'GET /:node/subscribed_apps': 'whether an account is subscribed',
    },
  },
);
