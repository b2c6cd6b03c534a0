import type { FastifyInstance } from 'fastify';
import { Rejected } from '../calls/response.ts';
import type { Account, Operation } from '../world/world.ts';
import { worldOf } from '../worlds/enter-world.ts';
import type { OpenWorld } from '../worlds/open-world.ts';
import type { RunningPlatform } from '../worlds/running-platforms.ts';
import { accountNamed, bodyOf, oneOf, onlyFields, optional, platformNamed, required } from './control-input.ts';
import {
  type OwnThing,
  type VisitorAction,
  type VisitorActionName,
  type VisitorResult,
  visitorActions,
} from './visitors.ts';

/** The call whose lists show what a visitor did: a `delayed_visibility` fault for it keeps that out of them. */
const listedBy: Readonly<Partial<Record<VisitorActionName, Operation>>> = {
  comment: 'list_comments',
  message: 'messages',
  mention: 'mentions',
  review: 'list_comments',
  reaction: 'messages',
};

/** The longest text of any platform, rounded up. */
const textLengthMax = 65_536;

/** Optional texts of an action, by field name. */
const texts = {
  username: 'username',
  post_id: 'postId',
  parent_id: 'parentId',
  message_id: 'messageId',
  kind: 'kind',
  url: 'url',
  payload: 'payload',
  about: 'about',
} as const;

const mayBeWordless: readonly VisitorActionName[] = [
  'like',
  'share',
  'read',
  'deliver',
  'refer',
  'press',
  'delete',
  'review',
  'reaction',
];

/** `POST /control/strangers`. */
export function visitorRoutes(app: FastifyInstance): void {
  app.post('/control/strangers', async (request, reply) => {
    const world = worldOf(request);
    const body = bodyOf(request);
    const known = ['platform', 'account', 'action', 'text', 'id', 'rating', 'at', 'silent', ...Object.keys(texts)];
    onlyFields(body, known);
    const platform = platformNamed(world, required(body, 'platform', 'text'));
    const account = accountNamed(platform, required(body, 'account', 'text'));
    const name = oneOf(required(body, 'action', 'text'), 'action', visitorActions);
    const action = actionIn(world, platform, { account, name, body });
    const result = at(world, body, () => perform(platform, name, action, body));
    const text = String(result.text ?? action.text);
    const who = { platform: platform.definition.name, account: account.username, username: result.username };
    world.visitors.add({ at: world.clock.iso(), ...who, action: name, text });
    reply.code(201);
    return result;
  });
}

function perform(
  { definition, open }: RunningPlatform,
  name: VisitorActionName,
  action: VisitorAction,
  body: Record<string, unknown>,
): VisitorResult {
  const { visitors } = open;
  const missing = new Rejected(501, `A visitor cannot do that on ${definition.displayName}.`);
  if (name === 'edit' || name === 'delete') {
    const own: OwnThing = { ...action, id: required(body, 'id', 'text') };
    if (!visitors[name]) throw missing;
    return visitors[name](own);
  }
  if (!visitors[name]) throw missing;
  return visitors[name](action);
}

/** Does it at the time `at`, which is past, and with `silent` so that no callback tells of it. */
function at<T>(world: OpenWorld, body: Record<string, unknown>, work: () => T): T {
  const requested = optional(body, 'at', 'text');
  const isSilent = optional(body, 'silent', 'boolean') ?? false;
  const time = requested === undefined ? undefined : Date.parse(requested);
  if (time !== undefined && !(time <= world.clock.now())) throw new Rejected(400, 'at must be a time in the past.');
  const told = () => (isSilent ? world.callbacks.silently(work) : work());
  return time === undefined ? told() : world.clock.during(time, told);
}

function actionIn(
  world: OpenWorld,
  { definition }: RunningPlatform,
  { account, name, body }: { account: Account; name: VisitorActionName; body: Record<string, unknown> },
): VisitorAction {
  const isPlainText = body.kind === undefined || body.kind === null || body.kind === 'text';
  const isNeeded = !mayBeWordless.includes(name) && !(name === 'message' && !isPlainText) && !body.rating;
  const text = (isNeeded ? required : optional)(body, 'text', 'text', textLengthMax) ?? '';
  const rating = name === 'review' ? required(body, 'rating', 'number') : optional(body, 'rating', 'number');
  const more = Object.entries(texts).flatMap(([field, key]) => {
    const value = optional(body, field, 'text');
    return value ? [[key, value] as const] : [];
  });
  const target = { platform: definition.name, account: account.platform_id, operation: listedBy[name] ?? 'other' };
  const contains = (part: string) => text.includes(part);
  return {
    account,
    text,
    ...(rating === undefined ? {} : { rating }),
    ...Object.fromEntries(more),
    visibleAt: () => {
      const late = world.faults.take(['delayed_visibility'], { ...target, contains });
      return world.clock.now() + (late?.seconds ?? 0) * 1000;
    },
  };
}
