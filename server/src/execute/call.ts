import type { Actor } from '../core/actor.ts';
import type { Context } from '../core/context.ts';
import type { AnyOperation } from '../core/operation.ts';
import type { Tenant } from '../core/tenant.ts';
import type { LiveCalls, Tools } from '../core/tools.ts';
import type { KeyUse } from './idempotency.ts';
import type { RawInput } from './parse-input.ts';
import type { QuotaTools } from './quota.ts';

/** One call of an operation, as a surface (HTTP, tools) hands it over. */
export interface Call {
  readonly operation: AnyOperation;
  readonly raw: RawInput;
  readonly tenant: Tenant;
  readonly actor: Actor;
  readonly requestId: string;
  /** The address that it came from; empty: its connection is gone. */
  readonly ip: string;
  readonly isProofFresh: boolean;
  readonly dryRun: boolean;
  readonly waitSeconds: number;
  readonly lenient: boolean;
  readonly skipsVerification: boolean;
  readonly keyUse: KeyUse | undefined;
  /** It carries out what somebody has approved. */
  readonly isApproved?: boolean;
  readonly lastEventId?: string | undefined;
}

export interface OperationResult {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Record<string, string>;
}

/** What every operation of the process shares. */
export interface Environment extends QuotaTools {
  readonly connectors: Context['connectors'];
  readonly tools: Tools;
  readonly live: LiveCalls;
  /** Operations that read what others change, by their path. */
  readonly readers: ReadonlyMap<string, AnyOperation>;
  /** All operations by name, to carry out what waited. */
  readonly operations: ReadonlyMap<string, AnyOperation>;
}
