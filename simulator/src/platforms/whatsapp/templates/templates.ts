import { json } from '../../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../../core/platform.ts';
import { invalidParameter, requireScope } from '../../meta/errors.ts';
import { type NodeType, project, requestedFields } from '../../meta/node.ts';
import { compare, listResponse } from '../../meta/paging.ts';
import { edgePath } from '../../meta/versions.ts';
import { nodeOf } from '../access.ts';
import { templateError } from '../errors.ts';
import { scopes } from '../scopes.ts';
import type { TemplateRow, WhatsApp } from '../store.ts';
import { sendTemplateStatus } from '../webhooks.ts';
import { checkComponents } from './template-components.ts';

const templatesMax = 250;
const dayMs = 86_400_000;
/** How long the review takes, unless it is decided before. */
const reviewMs = 60_000;
const categories = ['AUTHENTICATION', 'MARKETING', 'UTILITY'];

const templateType: NodeType<TemplateRow> = {
  name: 'WhatsAppMessageTemplate',
  defaults: ['name', 'parameter_format', 'components', 'language', 'status', 'category', 'id'],
  fields: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    language: ({ language }) => language,
    status: ({ status }) => status,
    category: ({ category }) => category,
    components: ({ components }) => components,
    parameter_format: ({ parameter_format }) => parameter_format,
    quality_score: ({ status }) => ({ score: status === 'APPROVED' ? 'GREEN' : 'UNKNOWN' }),
    rejected_reason: ({ rejected_reason }) => rejected_reason,
  },
};

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/templates/template-management */
export function createTemplate(whatsapp: WhatsApp, call: Call): PlatformResponse {
  const { world, store } = whatsapp;
  const waba = nodeOf(whatsapp, call, 'waba');
  requireScope(call, scopes.management);
  const name = call.input('name') ?? '';
  const language = call.input('language') ?? '';
  const category = call.input('category') ?? '';
  if (!/^[a-z0-9_]{1,512}$/.test(name))
    throw invalidParameter('Param name must have lower-case letters, digits and underscores only.');
  if (!/^[a-z]{2,3}(_[A-Za-z]{2,4})?$/.test(language)) throw invalidParameter('Param language must be a locale.');
  if (!categories.includes(category))
    throw invalidParameter(`Param category must be one of {${categories.join(', ')}}`);
  const format = call.input('parameter_format')?.toUpperCase() ?? 'POSITIONAL';
  const components = checkComponents(call.body.components, format === 'NAMED');
  const held = store.templates.where('waba', waba.id);
  if (held.some((row) => row.name === name && row.language === language))
    throw templateError(2388024, `There is already content in ${language} for this template.`);
  if (held.length >= templatesMax) throw templateError(2388019, 'The limit of message templates is reached.');
  const row: TemplateRow = {
    id: world.ids.digits('1', 16),
    order: world.ids.snowflake(),
    waba: waba.id,
    name,
    language,
    category,
    parameter_format: format,
    components,
    status: 'PENDING',
    rejected_reason: 'NONE',
    decides_at: world.clock.now() + reviewMs,
    edited_at: [],
  };
  call.effect(() => {
    store.templates.put(row.id, row);
    call.record({ kind: 'template', platform_id: row.id, text: name });
  });
  return json({ id: row.id, status: row.status, category });
}

export function listTemplates(whatsapp: WhatsApp, call: Call): PlatformResponse {
  const waba = nodeOf(whatsapp, call, 'waba');
  requireScope(call, scopes.management);
  const filters = (['name', 'status', 'language', 'category'] as const).flatMap((field) => {
    const wanted = call.input(field);
    return wanted === undefined ? [] : [(row: TemplateRow) => row[field] === wanted];
  });
  const rows = whatsapp.store.templates
    .where('waba', waba.id)
    .filter((row) => filters.every((fits) => fits(row)))
    .sort((a, b) => compare(b.order, a.order));
  const choices = requestedFields(call);
  const map = (row: TemplateRow) => project(templateType, row, choices);
  const path = edgePath(call, waba.id, 'message_templates');
  return json(listResponse(call, { rows, direction: 'newest first', map, limitMax: 100, path }));
}

export function readTemplate(call: Call, row: TemplateRow): PlatformResponse {
  return json(project(templateType, row, requestedFields(call)));
}

/** `POST /{template}`: goes into review again; an approved one once a day and ten times in 30 days. */
export function editTemplate({ world, store }: WhatsApp, call: Call, row: TemplateRow): PlatformResponse {
  requireScope(call, scopes.management);
  const category = call.input('category') ?? row.category;
  if (!categories.includes(category))
    throw invalidParameter(`Param category must be one of {${categories.join(', ')}}`);
  const isNamed = row.parameter_format === 'NAMED';
  const components =
    call.body.components === undefined ? row.components : checkComponents(call.body.components, isNamed);
  if (!['APPROVED', 'REJECTED', 'PAUSED'].includes(row.status))
    throw templateError(2388039, 'Only approved, rejected and paused templates can be changed.');
  const now = world.clock.now();
  const lately = row.edited_at.filter((at) => now - at < 30 * dayMs);
  if (row.status === 'APPROVED' && (lately.length >= 10 || lately.some((at) => now - at < dayMs)))
    throw templateError(2388039, 'An approved template can be changed once in 24 hours.');
  const edited_at = row.status === 'APPROVED' ? [...lately, now] : lately;
  const change = { category, components, edited_at, decides_at: now + reviewMs, rejected_reason: 'NONE' };
  call.effect(() => store.templates.put(row.id, { ...row, ...change, status: 'PENDING' }));
  return json({ success: true });
}

/** `DELETE /{waba}/message_templates?name=`: every language, or the one of `hsm_id`. */
export function deleteTemplates(whatsapp: WhatsApp, call: Call): PlatformResponse {
  const waba = nodeOf(whatsapp, call, 'waba');
  requireScope(call, scopes.management);
  const [name, id] = [call.input('name'), call.input('hsm_id')];
  if (name === undefined) throw invalidParameter('The parameter name is required.');
  const rows = whatsapp.store.templates
    .where('waba', waba.id)
    .filter((row) => row.name === name && (id === undefined || row.id === id));
  if (rows.length === 0) throw templateError(2593002, "The message template couldn't be found.");
  call.effect(() => {
    for (const row of rows) whatsapp.store.templates.delete(row.id);
  });
  return json({ success: true });
}

/** Sends the result of the review to the subscribers. */
export function decide(whatsapp: WhatsApp, row: TemplateRow, status: TemplateRow['status'], reason = 'NONE'): void {
  whatsapp.world.effect(() => {
    const decided = { ...row, status, rejected_reason: reason };
    whatsapp.store.templates.put(row.id, decided);
    sendTemplateStatus(whatsapp, decided, status);
  });
}

/** The reviews whose time has passed: a text with the word "reject" in it is rejected. */
export function decideDue(whatsapp: WhatsApp): void {
  const now = whatsapp.world.clock.now();
  for (const row of whatsapp.store.templates.where('status', 'PENDING')) {
    if (row.decides_at > now) continue;
    const isBad = /reject/i.test(row.name + JSON.stringify(row.components));
    if (isBad) decide(whatsapp, row, 'REJECTED', 'INVALID_FORMAT');
    else decide(whatsapp, row, 'APPROVED');
  }
}
