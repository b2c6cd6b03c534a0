import type { z } from 'zod';
import type { TenantDatabase } from '../../core/context.ts';
import type { ErrorCode } from '../../core/errors.ts';
import type { Example } from '../../core/example.ts';
import type { Mail } from '../../core/tools.ts';
import type { SessionRow } from './session.repository.ts';

/** What people prove themselves with, and what protects it. One for the process. */
export interface PeopleTools {
  /** Looks up people before they are known. */
  readonly system: TenantDatabase;
  /** The database of one person. */
  readonly ofPerson: (userId: string) => TenantDatabase;
  readonly mail: Mail | undefined;
  /** The address of a page of ours, as browsers reach it. */
  readonly pageUrl: (path: string) => string;
  /** A text that proves what was said until some seconds from now, and nothing else. */
  readonly seal: (purpose: string, said: unknown, seconds: number) => string;
  /** What a sealed text says; undefined: it is forged, of another purpose, or too old. */
  readonly unseal: (purpose: string, sealed: string) => unknown;
}

/** A request of a browser, and the person behind it. */
export interface Visit extends PeopleTools {
  readonly ip: string;
  readonly agent: string;
  readonly session: SessionRow | undefined;
  /** The person that this browser has signed in as before; undefined: nobody. */
  readonly knownUserId: string | undefined;
  /** Begins a session of the person in this browser. One that it has ends. */
  readonly signIn: (userId: string) => Promise<SessionRow>;
  /** Lets the browser forget its session. */
  readonly forget: () => void;
}

export interface SignedInVisit extends Visit {
  readonly session: SessionRow;
  readonly userId: string;
  /** Sees this person only. */
  readonly db: TenantDatabase;
}

/** One call below `/session`: who a person is, outside of all workspaces. */
export interface PersonOperation<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly example?: Example;
  readonly http: {
    readonly method: 'get' | 'post' | 'patch' | 'put' | 'delete';
    readonly path: string;
    readonly status: number;
  };
  /** `fresh`: a sign-in within the last ten minutes. */
  readonly needs: 'nothing' | 'session' | 'fresh';
  /** Error codes of its own, besides those that every call answers. */
  readonly rejects?: readonly ErrorCode[];
  readonly input: Input;
  readonly output: Output;
  readonly run: (visit: SignedInVisit, input: z.output<Input>) => Promise<z.input<Output>>;
}

/** Only with `needs` the visit has `session`, `userId` and `db`. */
export function definePersonOperation<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Omit<PersonOperation<Input, Output>, 'run' | 'needs'> &
    (
      | { readonly needs: 'nothing'; readonly run: (visit: Visit, input: z.output<Input>) => Promise<z.input<Output>> }
      | {
          readonly needs: 'session' | 'fresh';
          readonly run: (visit: SignedInVisit, input: z.output<Input>) => Promise<z.input<Output>>;
        }
    ),
): AnyPersonOperation {
  return operation as AnyPersonOperation;
}

// biome-ignore lint/suspicious/noExplicitAny: input and output are checked by the schemas at run time.
export type AnyPersonOperation = PersonOperation<any, any>;
