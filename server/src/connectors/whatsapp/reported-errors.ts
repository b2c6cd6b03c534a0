import type { ReportedError } from '../../core/platform-error.ts';

const rateLimit = (detailCode: string): ReportedError => ({ code: 'platform_rate_limit', detailCode });
const conflict: ReportedError = { code: 'conflict', detailCode: 'resource.conflict' };
const templatePaused: ReportedError = { code: 'conflict', detailCode: 'whatsapp.template_paused' };

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes */
export const reportedErrors: Readonly<Record<string, ReportedError>> = {
  '130429': rateLimit('whatsapp.throughput_exceeded'),
  '131026': { code: 'invalid_request', detailCode: 'whatsapp.undeliverable' },
  '131047': { code: 'window_closed', detailCode: 'whatsapp.window_closed' },
  '131049': rateLimit('whatsapp.frequency_cap'),
  '131050': { code: 'invalid_request', detailCode: 'whatsapp.user_opted_out', status: 403 },
  '131056': rateLimit('whatsapp.pair_rate_limit'),
  '132001': { code: 'not_found', detailCode: 'whatsapp.template_not_found' },
  '132015': templatePaused,
  '132016': templatePaused,
  '133006': conflict,
  '133008': rateLimit('platform.whatsapp.rate_limit'),
  '133009': rateLimit('platform.whatsapp.rate_limit'),
  '133010': conflict,
  '133015': conflict,
  '136024': conflict,
  '100/2388024': conflict,
};
