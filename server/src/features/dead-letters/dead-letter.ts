import { z } from 'zod';
import { exampleId } from '../../core/example.ts';
import { PlatformWord } from '../../core/platforms.ts';

/** Work that was given up and waits for an operator or caller. */
export const Dead = z
  .object({
    id: z.string(),
    kind: z.enum(['delivery', 'callback', 'action']),
    platform: PlatformWord.optional(),
    account_id: z.string().optional(),
    resource_id: z.string().meta({ description: 'The webhook endpoint, account or post of this work' }),
    attempts: z.number().int(),
    error: z.string(),
    created_at: z.string(),
    livemode: z.boolean(),
  })
  .meta({
    id: 'DeadLetter',
    example: { id: exampleId('dlv'), resource_id: exampleId('wh'), attempts: 9, error: 'The endpoint answered 503' },
  });

export interface DeadLetterRow {
  tenant_id: string;
  id: string;
  kind: 'delivery' | 'callback' | 'action';
  platform: string | null;
  account_id: string | null;
  resource_id: string;
  attempts: number;
  error: string;
  created_at: Date;
  /** A target of a post: it is retried with its post. */
  has_post: boolean;
}

export function toDead(
  { tenant_id: _tenant, has_post: _hasPost, platform, account_id, ...row }: DeadLetterRow,
  livemode: boolean,
): z.infer<typeof Dead> {
  return {
    ...row,
    ...(platform === null ? {} : { platform }),
    ...(account_id === null ? {} : { account_id }),
    created_at: row.created_at.toISOString(),
    livemode,
  };
}
