import { z } from 'zod';
import { Reply } from '../../core/answer.ts';
import type { Connector } from '../../core/connector.ts';
import type { Context } from '../../core/context.ts';
import { ApiError, invalid, missing } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { PlatformWord } from '../../core/platforms.ts';
import { secret } from '../../lib/secret-fields.ts';
import { connectorNamed } from '../platforms/index.ts';
import { ConnectedAccount, exampleConnected } from './connection.ts';
import { findState, isState, takeState } from './login/connect-state.repository.ts';
import { redeemCode } from './login/redeem-code.ts';
import { Selection } from './pending-connection.ts';
import { readMetadata } from './read-metadata.ts';

const text = z.string().max(2048).optional();

export const exchangeCode = defineOperation({
  name: 'exchange_code',
  summary: 'Exchange a code',
  description:
    'Finishes a connection whose consent page returned to your own page. It is only needed with `metadata.redirect_uri`, or for a signup window. When the login reaches several profiles, the answer is 200 `selection_required`: choose with `POST /v1/accounts/pending/{connection_id}/select`. An expired `state` is 400 `invalid_request`, that of another key 403 `unauthorized`. A brand with another account there is 409 `conflict`.',
  example: {
    input: { metadata: { state: 'example-state', redirect_uri: 'https://example.com/callback' } },
    output: exampleConnected,
  },
  tag: 'Connecting',
  http: { method: 'post', path: '/v1/oauth/exchange', status: 201 },
  scope: 'accounts:manage',
  leaves: false,
  rejects: ['credentials_missing', 'gone'],
  input: z.strictObject({
    platform: PlatformWord.min(1).optional().meta({ description: 'Optional, because the state knows it' }),
    code: secret(z.string().min(1).max(4096).meta({ description: 'As the platform sent it to your page' })),
    state: secret(z.string().max(512)).optional().meta({ description: 'The same as metadata.state' }),
    metadata: z.record(z.string(), z.unknown()).optional().meta({
      description:
        'state: the one that connecting gave; redirect_uri: as it was given there; WhatsApp: waba_id, phone_number_id and business_id, as the signup window told them',
    }),
  }),
  output: z.object({ ...Selection.partial().shape, ...ConnectedAccount.partial().shape }),
  alsoAnswers: [200],

  async run(ctx, { platform: word, code, ...rest }) {
    const named = word === undefined ? undefined : connectorNamed(ctx.connectors, word, 'platform');
    const { metadata, windowFields } = metadataOf(ctx, rest.metadata ?? {}, named);
    const field = metadata.state === undefined && rest.state !== undefined ? 'state' : 'metadata.state';
    const state = metadata.state ?? rest.state;
    if (state === undefined) throw missing(field);
    const facts = isState(state) ? await findState(ctx.db, state, ctx.tenant.id) : undefined;
    if (facts === undefined) throw unknownState(field);
    if (facts.actor_id !== ctx.actor.id)
      throw new ApiError(
        'unauthorized',
        'This state belongs to another API key.',
        { field },
        'auth.state_mismatch',
        403,
      );
    if (named !== undefined && named.platform !== facts.platform)
      throw invalid('platform', `This state was made for ${facts.platform}, not for ${named.platform}.`);
    if (metadata.redirect_uri !== undefined && metadata.redirect_uri !== facts.callback_uri)
      throw invalid(
        'metadata.redirect_uri',
        'metadata.redirect_uri is not the one that the connection was begun with.',
      );
    const { window } = connectorNamed(ctx.connectors, facts.platform, 'platform').connecting.oauth ?? {};
    const [stray] = window === undefined ? Object.keys(windowFields) : [];
    if (stray !== undefined) throw invalid(`metadata.${stray}`, `metadata.${stray} is of no use on ${facts.platform}.`);
    if (ctx.request.dryRun) return { platform: facts.platform };

    const connector = connectorNamed(ctx.connectors, facts.platform, 'platform');
    const taken = await takeState(ctx.db, ctx.vault, ctx.tenant.id, state);
    if (taken === undefined) throw unknownState(field);
    const isWindow = window !== undefined && metadata.redirect_uri === undefined;
    const settled = await redeemCode(ctx, connector, taken, code, isWindow ? { windowFields } : {});
    return settled.kind === 'connected' ? settled.account : new Reply(200, settled.selection);
  },
});

/** `metadata` with the values that a signup window returns beside the code. */
function metadataOf(ctx: Context, given: Readonly<Record<string, unknown>>, named: Connector | undefined) {
  const windows = (named === undefined ? Object.values(ctx.connectors) : [named]).flatMap(
    ({ connecting }) => connecting.oauth?.window ?? [],
  );
  const shape = Object.assign({}, ...windows.map(({ fields }) => fields.shape)) as z.ZodRawShape;
  const known = z.strictObject({ ...shape, state: text, redirect_uri: text });
  const { state, redirect_uri, ...windowFields } = readMetadata(known, given) as z.output<typeof common>;
  return { metadata: { state, redirect_uri }, windowFields };
}
const common = z.strictObject({ state: text, redirect_uri: text });

function unknownState(field: string): ApiError {
  return invalid(
    field,
    'This state is not known: it has expired after ten minutes, was used already or is none of ours. Connect anew.',
    'auth.oauth.request_expired',
  );
}
