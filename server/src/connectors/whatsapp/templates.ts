import type { BlindEffect } from '../../core/effect.ts';
import type { Template, TemplateMessage, Templates } from '../../core/messaging/business-messaging.ts';
import { compact } from '../../lib/compact.ts';
import { nextPosition } from '../shared/meta/paging.ts';
import { success } from '../shared/meta/wire.ts';
import { wabaOf } from './business-accounts.ts';
import { call } from './client.ts';
import { toTemplate } from './map.ts';
import { deliver } from './messages.ts';
import { createdTemplate, TEMPLATE_FIELDS, template, templatePage } from './wire.ts';

const EDGE = 'message_templates';

/** Class D: sent messages cannot be listed. Callbacks report their delivery with our key. */
const send: BlindEffect<TemplateMessage> = {
  class: 'D',
  send(session, { to, templateName, language, components }, _prepared, key) {
    const body = { name: templateName, language: { code: language }, ...(components.length > 0 && { components }) };
    return deliver(session, { to, type: 'template', template: body }, key);
  },
};

/** Templates belong to the business account of the number: https://developers.facebook.com/documentation/business-messaging/whatsapp/templates/template-management */
export const templates: Templates = {
  async list(session, { limit, cursor }) {
    const query = compact({ fields: TEMPLATE_FIELDS, limit, after: cursor });
    const path = [await wabaOf(session), EDGE];
    const page = await call(session, { method: 'GET', path, query, response: templatePage });
    const next = nextPosition({ data: page.data, paging: page.paging })?.after;
    const items = page.data.map(({ value }): Template => toTemplate(value));
    return compact({ items, cursor: next });
  },

  async get(session, id) {
    const query = { fields: TEMPLATE_FIELDS };
    return toTemplate(await call(session, { method: 'GET', path: [id], query, response: template }));
  },

  async create(session, submitted) {
    const path = [await wabaOf(session), EDGE];
    const request = {
      method: 'POST',
      path,
      json: { ...submitted },
      response: createdTemplate,
      purpose: 'effect',
    } as const;
    const { id, status, category } = await call(session, request);
    return { id, status, category: category ?? submitted.category };
  },

  async edit(session, id, components) {
    await call(session, { method: 'POST', path: [id], json: { components }, response: success, purpose: 'effect' });
  },

  async remove(session, name) {
    const path = [await wabaOf(session), EDGE];
    await call(session, { method: 'DELETE', path, query: { name }, response: success, purpose: 'effect' });
  },

  send,
};
