import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { ApiError, invalid } from '../../core/errors.ts';
import * as media from './media.repository.ts';
import { URL_LIFETIME_MS } from './media.ts';

/** Images that every browser shows and that contain no script. */
const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];
const LOGO_BYTES_MAX = 2 * 1024 * 1024;

/** The input that chooses a logo. */
export const LogoChoice = z.string().min(1).max(200).nullable().meta({
  description: 'A ready image of yours (PNG, JPEG, WebP or GIF, at most 2 MiB); null removes the logo',
});

/** The logo in responses; both are absent without one. */
export const logoFields = {
  logo_media_id: z.string().optional(),
  logo_url: z.string().optional().meta({ description: 'Works for an hour without a key' }),
};

/** The stored file of a logo, as `media.logoColumn` reads it. */
export interface LogoFile {
  readonly id: string;
  readonly filename: string;
  readonly content_type: string;
}

export async function toLogoFields(
  { files, tenant }: Pick<Context, 'files' | 'tenant'>,
  logo: LogoFile | null,
): Promise<{ logo_media_id?: string; logo_url?: string }> {
  if (logo === null) return {};
  const file = { tenantId: tenant.id, id: logo.id, filename: logo.filename, contentType: logo.content_type };
  const url = await files.links.download(file, new Date(Date.now() + URL_LIFETIME_MS));
  return { logo_media_id: logo.id, logo_url: url };
}

/** 400 unless the item is an image that may be a logo. `null` and undefined choose none. */
export async function assertLogo({ db, tenant }: Context, id: string | null | undefined): Promise<void> {
  if (id === null || id === undefined) return;
  const row = await media.byId(db, tenant.id, id);
  const field = 'logo_media_id';
  if (row === undefined) throw invalid(field, `You have no media item with the id ${JSON.stringify(id)}.`);
  if (row.status !== 'ready' || !LOGO_TYPES.includes(row.content_type))
    throw invalid(field, `A logo is a ready image of one of these types: ${LOGO_TYPES.join(', ')}.`);
  if (row.size_bytes > LOGO_BYTES_MAX)
    throw new ApiError('invalid_request', 'A logo has at most 2 MiB.', { field, max: LOGO_BYTES_MAX });
}
