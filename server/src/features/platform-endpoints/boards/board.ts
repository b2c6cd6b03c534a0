import { z } from 'zod';
import type { Board } from '../../../core/account-abilities.ts';

export const PRIVACIES = ['PUBLIC', 'PROTECTED', 'SECRET'] as const;
export const BoardName = z.string().max(180).regex(/\S/, 'must not be empty');
export const BoardDescription = z.string().max(500);

export const BoardItem = z
  .object({
    id: z.string(),
    board_id: z.string().meta({ description: 'The same as id' }),
    name: z.string(),
    privacy: z.enum(PRIVACIES),
  })
  .meta({ id: 'Board', example: { id: 'example-board', name: 'Cakes' } });

export function toBoard({ platformId, name, privacy }: Board): z.infer<typeof BoardItem> {
  return { id: platformId, board_id: platformId, name, privacy };
}
