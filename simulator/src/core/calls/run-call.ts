import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LoggedCall } from '../control/call-log.ts';
import type { Asked, CallPart, PlatformResponse, Route } from '../platform.ts';
import type { OpenWorld } from '../worlds/open-world.ts';
import type { RunningPlatform } from '../worlds/running-platforms.ts';
import { prefixOf } from './addresses.ts';
import type { Fault } from './faults.ts';
import { noBody, type ParsedBody, parseBody, parseBytes } from './parse-request.ts';
import { PlatformCall } from './platform-call.ts';
import { reportFault } from './report-fault.ts';
import { sendResponse, whenGone } from './send-response.ts';

/** Instead of a response: the connection is destroyed, or the client waits until it gives up. */
type Outcome = PlatformResponse | 'drop' | 'hang' | 'gone';

interface Asking {
  readonly host: string;
  readonly request: FastifyRequest;
  readonly asked: Asked;
  /** undefined: the body is not what it says. */
  readonly parsed: ParsedBody | undefined;
  readonly signal: AbortSignal;
}

/** Runs one call as `platform.ts` describes it. */
export async function runCall(
  world: OpenWorld,
  platform: RunningPlatform,
  host: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const signal = whenGone(reply);
  const { asked, parsed } = await readRequest(world, platform, request);
  reply.raw.once('close', () => {
    for (const { content } of [parsed ?? noBody, ...(parsed?.files ?? [])]) content.close();
  });
  const outcome = await perform(world, platform, { host, request, asked, parsed, signal });
  if (outcome === 'hang') await new Promise<void>((resolve) => onAbort(signal, resolve));
  if (outcome === 'drop' || outcome === 'hang' || outcome === 'gone') {
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  }
  return sendResponse(reply, outcome, signal);
}

/** The call that a request stands for: mostly itself, or one that the platform finds wrapped in it. */
async function readRequest(world: OpenWorld, { open }: RunningPlatform, request: FastifyRequest) {
  const { method, url } = request;
  const headers = request.headers as Asked['headers'];
  const outer: Asked = { method, url, headers, body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0) };
  const inner = open.unwrap?.(outer);
  if (inner === 'malformed') return { asked: outer, parsed: undefined };
  if (inner) return { asked: inner, parsed: parseBytes(inner.body, inner.headers['content-type'] ?? '') };
  return { asked: outer, parsed: await parseBody(request, world.incoming) };
}

async function perform(world: OpenWorld, platform: RunningPlatform, asking: Asking): Promise<Outcome> {
  const { definition, open, routes } = platform;
  const { host, request, asked, parsed, signal } = asking;
  const prefix = prefixOf(definition.name, host);
  const path = asked.url.split(/[?#]/, 1)[0] ?? '';
  const found = routes.find(asked.method, host, path.slice(prefix.length) || '/');
  const performPart = (part: CallPart) => partOutcome(world, platform, { host, request, signal }, part);
  const at = { host, params: found?.params ?? {}, signal, parsed: parsed ?? noBody, perform: performPart };
  const call = new PlatformCall(world, platform, request, asked, at);
  const log = logCall(world, platform, call);

  let outcome: Outcome;
  if (!found) outcome = open.errors.notFound(call);
  else if (!parsed) outcome = open.errors.malformed(call);
  else outcome = await answerCall(world, platform, found.route, call, log);
  if (typeof outcome === 'string') return outcome;
  const response = open.after ? open.after(call, outcome) : outcome;
  log.status = response.status;
  return response;
}

/** A call that is part of another one: `null` when its connection would have ended without a response. */
async function partOutcome(
  world: OpenWorld,
  platform: RunningPlatform,
  outer: Pick<Asking, 'host' | 'request' | 'signal'>,
  { method, path, headers, body }: CallPart,
): Promise<PlatformResponse | null> {
  const url = prefixOf(platform.definition.name, outer.host) + path;
  const bytes = Buffer.from(body);
  const asked: Asked = { method, url, headers, body: bytes };
  const parsed = parseBytes(bytes, headers['content-type'] ?? '');
  const outcome = await perform(world, platform, { ...outer, asked, parsed });
  return typeof outcome === 'string' ? null : outcome;
}

async function answerCall(
  world: OpenWorld,
  platform: RunningPlatform,
  route: Route,
  call: PlatformCall,
  log: LoggedCall,
): Promise<Outcome> {
  call.operation = typeof route.operation === 'function' ? route.operation(call) : route.operation;
  const rejection = authenticate(world, platform, route, call, log);
  log.operation = call.operation;
  log.account = call.account?.platform_id ?? null;
  if (rejection) return rejection;

  const early = platform.open.before?.(call) ?? (await faultBefore(world, platform, call, log));
  if (early) return early;
  const response = await handle(platform, route, call, log);
  if (response.status >= 400) return response;
  return (await faultAfter(world, platform, call, log)) ?? response;
}

function logCall(world: OpenWorld, platform: RunningPlatform, call: PlatformCall): LoggedCall {
  return world.calls.add({
    at: world.clock.iso(),
    platform: platform.definition.name,
    account: null,
    operation: 'other',
    method: call.method,
    path: call.path,
  });
}

/** Finds out whose call it is; on routes that ask for a token, gives the platform's rejection when it is not good. */
function authenticate(world: OpenWorld, platform: RunningPlatform, route: Route, call: PlatformCall, log: LoggedCall) {
  const { open, world: its } = platform;
  call.credential = open.identify(call);
  const token = call.credential === undefined ? undefined : its.tokens.find(call.credential);
  const owner = token ? token.account : its.codes.peek(call.credential ?? '')?.account;
  call.account = owner ? (its.accounts.get(owner) ?? null) : null;

  let reason: 'missing' | 'invalid' | 'revoked' | 'expired' | undefined;
  if (call.credential === undefined) reason = 'missing';
  else if (!token) reason = 'invalid';
  else if (token.revoked) reason = 'revoked';
  else if (token.expires_at !== null && token.expires_at <= world.clock.now()) reason = 'expired';
  else {
    const fault = world.faults.take(['expired_token'], call.target(), (fault) => strikes(fault, token.number, call));
    if (fault) {
      reason = 'expired';
      note(log, fault);
    }
  }
  if (token && !reason) call.token = token;
  if (route.auth === 'none') return undefined;
  if (reason) return open.errors.unauthorized(call, reason);
  const isEnough = token?.kind === 'access' && (route.auth === 'token' || call.account !== null);
  return isEnough ? undefined : open.errors.unauthorized(call, 'invalid');
}

/** Token endpoints stay open, so that a refresh can end the fault, unless the fault names them. */
function strikes(fault: Fault, tokenNumber: number, { operation }: PlatformCall): boolean {
  const isTokenEndpoint = operation === 'token' || operation === 'refresh_token';
  return tokenNumber <= fault.tokens_until && (!isTokenEndpoint || fault.operation === operation);
}

async function faultBefore(world: OpenWorld, platform: RunningPlatform, call: PlatformCall, log: LoggedCall) {
  const target = call.target();
  const hold = world.faults.take(['hold'], target, ({ when = 'before' }) => when === 'before');
  if (hold) {
    note(log, hold);
    const end = await world.held.hold(heldCall(world, call, 'before'), call.signal);
    if (end !== 'release' || call.signal.aborted) return end === 'drop' ? 'drop' : 'gone';
  }
  const fault = world.faults.take(['body', 'throttle', 'server_error', 'drop_before'], target);
  if (!fault) return undefined;
  note(log, fault);
  const { errors } = platform.open;
  switch (fault.kind) {
    case 'throttle':
      return errors.throttled(call, { retryAfterSeconds: fault.retry_after_seconds ?? 60 });
    case 'server_error':
      return errors.serverError(call, fault.status ?? 500);
    case 'body':
      return bodyOf(fault);
    default:
      return 'drop';
  }
}

function bodyOf({
  status = 200,
  body = '',
  content_type = 'application/json; charset=utf-8',
}: Fault): PlatformResponse {
  return { status, body: typeof body === 'string' ? body : JSON.stringify(body), contentType: content_type };
}

async function handle(
  platform: RunningPlatform,
  route: Route,
  call: PlatformCall,
  log: LoggedCall,
): Promise<PlatformResponse> {
  try {
    return await route.handle(call);
  } catch (error) {
    // A mistake of the simulator's must be seen as what it is, not as a 500 of the real platform.
    reportFault(`${platform.definition.name} ${call.method} ${call.path}`, error);
    log.fault = 'simulator_error';
    return platform.open.errors.serverError(call, 500);
  }
}

async function faultAfter(world: OpenWorld, platform: RunningPlatform, call: PlatformCall, log: LoggedCall) {
  const target = call.target();
  const hold = world.faults.take(['hold'], target, ({ when }) => when === 'after');
  if (hold) {
    note(log, hold);
    const end = await world.held.hold(heldCall(world, call, 'after'), call.signal);
    if (end !== 'release') return end;
  }
  const fault = world.faults.take(['error_after', 'accept_drop', 'accept_hang'], target);
  if (!fault) return undefined;
  note(log, fault);
  if (fault.kind === 'error_after') return platform.open.errors.serverError(call, fault.status ?? 500);
  return fault.kind === 'accept_drop' ? 'drop' : 'hang';
}

function heldCall(world: OpenWorld, call: PlatformCall, when: 'before' | 'after') {
  const { platform, account, operation } = call.target();
  return { platform, account, operation, when, at: world.clock.iso() };
}

function note(log: LoggedCall, fault: Fault): void {
  log.fault = log.fault === undefined ? fault.kind : `${log.fault},${fault.kind}`;
}

function onAbort(signal: AbortSignal, then: () => void): void {
  if (signal.aborted) then();
  else signal.addEventListener('abort', then, { once: true });
}
