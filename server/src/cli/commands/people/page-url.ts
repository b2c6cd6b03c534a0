import type { Config } from '../../../config/config.ts';
import type { Store } from '../../store.ts';

/** The address of a page for people, as their browsers reach it. Passkeys belong to a name, never to a number. */
export function pageUrl(
  { config, service }: Pick<Store, 'service'> & { readonly config: Config },
  path: string,
): string {
  const own = service?.url.replace('//127.0.0.1:', '//localhost:') ?? `http://localhost:${config.port}`;
  return `${config.publicUrl ?? own}${path}`;
}
