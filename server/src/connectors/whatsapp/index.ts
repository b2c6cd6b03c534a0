import { z } from 'zod';
import type { Connector } from '../../core/connector.ts';
import { callsLeft } from '../shared/meta/rates.ts';
import { removals } from '../shared/meta/removals.ts';
import { auth } from './auth.ts';
import { API_VERSION } from './client.ts';
import { connecting } from './connect.ts';
import { limits } from './limits.ts';
import { messages } from './messages.ts';
import { phoneNumber } from './number.ts';
import { reportedErrors } from './reported-errors.ts';
import { templates } from './templates.ts';
import { inbound } from './webhook.ts';

/** WhatsApp Business over the Cloud API: an inbox and templates, no posts. An account is a phone number. */
export const whatsapp: Connector = {
  platform: 'whatsapp',
  displayName: 'WhatsApp',
  version: { name: API_VERSION, sunsetAt: '2028-07-29' },
  connecting,
  limits,
  options: z.strictObject({}),
  auth,
  messages,
  pacing: { callsLeft },
  phoneNumber,
  templates,
  reportedErrors,
  inbound,
  erasures: { ...removals, hasSeveralIds: true },
};
