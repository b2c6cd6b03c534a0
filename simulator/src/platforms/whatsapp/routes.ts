import type { Call, Method, PlatformResponse, Route } from '../../core/platform.ts';
import type { Operation } from '../../core/world/world.ts';
import { guarded, requireScope, unsupported } from '../meta/errors.ts';
import { versionSegment } from '../meta/versions.ts';
import { anyNode, findNode } from './access.ts';
import { readProfile, updateProfile } from './business-profile.ts';
import { downloadMedia, readMedia, uploadMedia } from './media.ts';
import { sendMessage } from './messages/send-message.ts';
import { addNumber, listNumbers, readNumber, readWaba } from './numbers.ts';
import { deregister, register, requestCode, setPin, verifyCode } from './registration.ts';
import { scopes } from './scopes.ts';
import { authorize, debugToken, giveToken } from './signup.ts';
import type { WhatsApp } from './store.ts';
import { createTemplate, deleteTemplates, editTemplate, listTemplates, readTemplate } from './templates/templates.ts';
import { readSubscription, subscribe, unsubscribe } from './webhooks.ts';

type Handler = (whatsapp: WhatsApp, call: Call) => PlatformResponse | Promise<PlatformResponse>;
type Row = readonly [Method, string, Operation | ((whatsapp: WhatsApp, call: Call) => Operation), Handler];

/** `GET /{id}`: what it is decides the fields. */
function readNode(whatsapp: WhatsApp, call: Call): PlatformResponse {
  const node = findNode(whatsapp, call);
  if (node?.kind === 'media') return readMedia(whatsapp, call, node.row);
  if (!node || node.kind === 'business') throw unsupported(call.method, call.param('node'));
  requireScope(call, scopes.management);
  if (node.kind === 'number') return readNumber(call, node.row);
  return node.kind === 'waba' ? readWaba(call, node.row) : readTemplate(call, node.row);
}

function readOperation(whatsapp: WhatsApp, call: Call): Operation {
  const kind = anyNode(whatsapp, call.param('node'))?.kind;
  return kind === 'number' || kind === 'waba' ? 'profile' : kind === 'media' ? 'media_status' : 'other';
}

function changeNode(whatsapp: WhatsApp, call: Call): PlatformResponse {
  const node = findNode(whatsapp, call);
  if (node?.kind === 'number') return setPin(whatsapp, call);
  if (node?.kind === 'template') return editTemplate(whatsapp, call, node.row);
  throw unsupported(call.method, call.param('node'));
}

/** A read mark is no message. */
function messageOperation(_whatsapp: WhatsApp, call: Call): Operation {
  return call.input('status') === undefined ? 'send_message' : 'messages';
}

/** Routes of graph.facebook.com: each also answers without a version in its path. */
const graphRoutes: readonly Row[] = [
  ['GET', '/:node', readOperation, readNode],
  ['POST', '/:node', 'other', changeNode],
  ['GET', '/:node/phone_numbers', 'profile', listNumbers],
  ['POST', '/:node/phone_numbers', 'other', addNumber],
  ['POST', '/:node/request_code', 'other', requestCode],
  ['POST', '/:node/verify_code', 'other', verifyCode],
  ['POST', '/:node/register', 'other', register],
  ['POST', '/:node/deregister', 'other', deregister],
  ['GET', '/:node/whatsapp_business_profile', 'profile', readProfile],
  ['POST', '/:node/whatsapp_business_profile', 'other', updateProfile],
  ['POST', '/:node/messages', messageOperation, sendMessage],
  ['POST', '/:node/media', 'upload_media', uploadMedia],
  ['GET', '/:node/message_templates', 'other', listTemplates],
  ['POST', '/:node/message_templates', 'other', createTemplate],
  ['DELETE', '/:node/message_templates', 'other', deleteTemplates],
  ['GET', '/:node/subscribed_apps', 'subscribe', readSubscription],
  ['POST', '/:node/subscribed_apps', 'subscribe', subscribe],
  ['DELETE', '/:node/subscribed_apps', 'subscribe', unsubscribe],
];

const openRoutes: readonly (readonly [host: string, ...Row])[] = [
  ['www', 'GET', '/dialog/oauth', 'token', authorize],
  ['graph', 'GET', '/oauth/access_token', 'token', giveToken],
  ['graph', 'GET', '/debug_token', 'token', debugToken],
];

export function makeRoutes(whatsapp: WhatsApp): Route[] {
  const route = (host: string, path: string, [method, , operation, handler]: Row, auth: Route['auth']): Route => ({
    method,
    host,
    path,
    operation: typeof operation === 'string' ? operation : (call) => operation(whatsapp, call),
    auth: auth ?? 'account',
    handle: guarded(whatsapp.world, (call) => handler(whatsapp, call)),
  });
  const both = (host: string, row: Row, auth: Route['auth']) =>
    [`${versionSegment}${row[1]}`, row[1]].map((path) => route(host, path, row, auth));
  return [
    ...openRoutes.flatMap(([host, ...row]) => both(host, row, 'none')),
    ...graphRoutes.flatMap((row) => both('graph', row, 'account')),
    route('lookaside', attachments, ['GET', attachments, 'media_status', downloadMedia], 'account'),
  ];
}

const attachments = '/whatsapp_business/attachments';
