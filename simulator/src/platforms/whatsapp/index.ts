import { html, Rejected } from '../../core/calls/response.ts';
import type { VisitorAction, VisitorResult } from '../../core/control/visitors.ts';
import type { Call, OpenPlatform, PlatformErrors, PlatformResponse, SimulatedPlatform } from '../../core/platform.ts';
import { verifyCallback } from '../meta/callbacks.ts';
import { messageViews } from '../meta/conversations.ts';
import { errorsBeside, graphErrors } from '../meta/errors.ts';
import { tokenOf } from '../meta/token.ts';
import { anyNode } from './access.ts';
import { coverage } from './coverage.ts';
import { openLimits } from './limits.ts';
import {
  createAccount,
  visitorComesByAd,
  visitorPresses,
  visitorReacts,
  visitorReads,
  visitorReceives,
  visitorWrites,
} from './people.ts';
import { makeRoutes } from './routes.ts';
import { connect } from './signup.ts';
import { numberOf, openStore, type TemplateStatus, type WhatsApp, type WhatsAppOptions } from './store.ts';
import { decide, decideDue } from './templates/templates.ts';

/** The Cloud API of WhatsApp. An account is a phone number. */
export const whatsapp: SimulatedPlatform = whatsappWith({ closedWindow: 'status' });

function whatsappWith(options: WhatsAppOptions): SimulatedPlatform {
  return {
    name: 'whatsapp',
    displayName: 'WhatsApp',
    // graph.facebook.com is Facebook's here; without prefix it leads there.
    hosts: { graph: [], www: [], lookaside: ['lookaside.fbsbx.com'] },
    coverage,
    evictable: ['messages', 'media'],
    open: (world) => openWhatsApp({ world, store: openStore(world), options }),
  };
}

function openWhatsApp(whatsapp: WhatsApp): OpenPlatform {
  const { world } = whatsapp;
  const limits = openLimits(world, (call) => wabaOf(whatsapp, call));
  return {
    routes: makeRoutes(whatsapp),
    errors: errorsOf({ ...graphErrors(world), throttled: limits.throttled }),
    identify,
    before(call) {
      decideDue(whatsapp);
      return limits.before(call);
    },
    after: limits.after,
    createAccount: (requested) => createAccount(whatsapp, requested),
    connect: (account) => connect(whatsapp, account),
    visitors: {
      message: (action) => visitorWrites(whatsapp, action),
      reaction: (action) => visitorReacts(whatsapp, action),
      read: (action) => visitorReads(whatsapp, action),
      deliver: (action) => visitorReceives(whatsapp, action),
      press: (action) => visitorPresses(whatsapp, action),
      refer: (action) => visitorComesByAd(whatsapp, action),
      decide: (action) => reviewerDecides(whatsapp, action),
    },
    verifyCallback: (requested) => verifyCallback(world, requested),
    posts: () => [],
    messages: (account) => messageViews(whatsapp, account),
  };
}

function wabaOf(whatsapp: WhatsApp, call: Call): string | null {
  if (!call.account) return null;
  const node = anyNode(whatsapp, call.param('node'));
  if (node?.kind === 'waba') return node.row.id;
  return node?.kind === 'number' ? node.row.waba : numberOf(whatsapp, call.account).waba;
}

const decisions: readonly TemplateStatus[] = ['APPROVED', 'REJECTED', 'PAUSED', 'DISABLED'];

/** `text`: the decision, for a rejection with its reason: `REJECTED PROMOTIONAL`. `about`: the template's id or name. */
function reviewerDecides(whatsapp: WhatsApp, { account, text, about = '' }: VisitorAction): VisitorResult {
  const { waba } = numberOf(whatsapp, account);
  const row = whatsapp.store.templates.where('waba', waba).find(({ id, name }) => id === about || name === about);
  if (!row) throw new Rejected(404, 'No such template.');
  const [word, reason] = text.toUpperCase().split(/\s+/);
  const status = decisions.find((one) => one === word);
  if (!status) throw new Rejected(400, `text must be one of: ${decisions.join(', ')}.`);
  decide(whatsapp, row, status, reason ?? (status === 'REJECTED' ? 'INVALID_FORMAT' : 'NONE'));
  return { platform_id: row.id, username: 'reviewer', status };
}

/** The token as parameter or header; on the token endpoint the code. */
function identify(call: Call): string | undefined {
  if (call.host === 'www') return undefined;
  if (/\/oauth\/access_token(\?|$)/.test(call.path)) return call.input('code');
  return tokenOf(call);
}

/** The window answers with a page, everything else with the Graph envelope. */
function errorsOf(graph: PlatformErrors): PlatformErrors {
  const page = (call: Call, status: number, message: string): PlatformResponse | undefined =>
    call.host === 'www'
      ? html(`<!doctype html><html lang="en"><title>WhatsApp</title><p>${message}</p></html>`, status)
      : undefined;
  return errorsBeside(graph, page);
}
