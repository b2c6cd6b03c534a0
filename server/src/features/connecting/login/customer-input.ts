import { z } from 'zod';
import type { Connector } from '../../../core/connector.ts';

/** Fields of `metadata` that the consent page of a platform needs: the account's server, or its handle. */
export function consentInput({ connecting }: Connector): z.ZodObject {
  const { server, pushed } = connecting.oauth ?? {};
  if (pushed !== undefined) return pushed.input;
  if (server === undefined) return z.strictObject({});
  return z.strictObject({
    [server.field]: z.string().trim().min(1, 'must not be empty').max(300).meta(server.question),
  });
}

/** Something that a page asks the customer before the account is connected. */
export interface Question {
  /** The field of `metadata`. */
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly isRequired: boolean;
  readonly isSecret: boolean;
}

/** The fields that a customer fills in on our own page; connectors give their labels. */
export function questionsOf(connector: Connector): readonly Question[] {
  const { oauth, direct } = connector.connecting;
  const input = oauth === undefined ? direct?.input : consentInput(connector);
  return Object.entries((input?.shape ?? {}) as z.ZodRawShape).map(([name, field]) => {
    const schema = field as z.ZodType;
    const { title = name, description = '', format } = schema.meta() ?? {};
    return {
      name,
      label: title,
      hint: description,
      isRequired: !schema.safeParse(undefined).success,
      isSecret: format === 'password',
    };
  });
}
