import type { FastifyInstance } from 'fastify';
import { notConfigured, storeNotice } from '../../features/billing/index.ts';
import { assertBounded } from '../json-body.ts';
import { sendError } from '../send-error.ts';
import { type CallbackOptions, wrongSignature } from './callback-receiver.ts';
import type { ReadBody } from './receive-body.ts';

/**
 * Receives the notices of the payment processor at `/callbacks/stripe`: verifies the raw bytes, stores the notice and
 * responds. A worker then asks the processor for the present state, so the order of notices does not count.
 */
export function addPaymentNotices(
  scope: FastifyInstance,
  { db, payments, wake }: CallbackOptions,
  readBody: ReadBody,
): void {
  scope.post('/callbacks/stripe', async (request, reply) => {
    if (payments === undefined) return sendError(reply, notConfigured(), request.id);
    const body = await readBody(request.raw, null);
    assertBounded(body);
    const notice = await payments.readNotice(body, String(request.headers['stripe-signature'] ?? ''));
    if (notice === undefined) return sendError(reply, wrongSignature(), request.id);
    if (await storeNotice(db.system, notice)) wake('billing');
    return reply.code(200).send({ ok: true });
  });
}
