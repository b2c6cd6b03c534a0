import { z } from 'zod';

export const Success = z.object({ success: z.literal(true) }).meta({ id: 'Success' });
export const SUCCESS = { success: true } as const;

export const accountField = { account_id: z.string().min(1).max(200) };
/** An id of the platform. */
export const PlatformId = z.string().min(1).max(500);
