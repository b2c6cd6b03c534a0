import type { Connector } from '../../core/connector.ts';
import type { PlatformCaller } from '../../core/observing/observer.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Media, MediaBytes, MediaFile, PlatformHttp, Session } from '../../core/session.ts';
import type { World } from '../../core/tenant.ts';
import type { Vault } from '../../core/tools.ts';
import type { Lease } from '../../core/worker.ts';
import { type Credentials, decryptCredentials } from './credentials.ts';

/** The account as a session needs it. `credentials` are encrypted. */
export interface SessionSource {
  readonly tenantId: string;
  /** null: the real platforms. */
  readonly world: World | null;
  readonly accountId: string;
  readonly platformId: string;
  readonly username: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly credentials: string;
}

export interface SessionTools {
  readonly vault: Vault;
  /** The calls of a world reach nothing else. */
  readonly http: (world: World | null, lease: Lease, caller: PlatformCaller) => PlatformHttp;
  /** Base addresses of the connector's hosts. A world has its own. */
  readonly hosts: (
    world: World | null,
    connector: Connector,
    credentials: Credentials,
  ) => Readonly<Record<string, string>>;
  /** The time by the platform's clock. That of a world may run ahead. */
  readonly now: (world: World | null) => Date;
  /** Opens a stored file or the file at an address. Throws PlatformError. */
  readonly openMedia: (world: World | null, media: Media, lease: Lease) => Promise<MediaFile>;
}

/** A session that speaks for an account during one piece of work. */
export function openSession(tools: SessionTools, connector: Connector, source: SessionSource, lease: Lease): Session {
  const credentials = decryptCredentials(tools.vault, source.tenantId, source.accountId, source.credentials);
  return {
    account: {
      id: source.accountId,
      platformId: source.platformId,
      username: source.username,
      metadata: source.metadata,
    },
    tokens: credentials.tokens,
    app: credentials.app,
    hosts: tools.hosts(source.world, connector, credentials),
    http: tools.http(source.world, lease, {
      tenantId: source.tenantId,
      accountId: source.accountId,
      platform: connector.platform,
    }),
    media: async (media) => wholeFile(await tools.openMedia(source.world, media, lease)),
    file: (media) => tools.openMedia(source.world, media, lease),
    now: () => tools.now(source.world),
  };
}

/** Files read whole are images, and no platform takes larger ones. */
const WHOLE_BYTES_MAX = 64 * 1024 * 1024;

/** All bytes of a file; closes it. */
async function wholeFile(file: MediaFile): Promise<MediaBytes> {
  try {
    const { size, contentType, filename } = file;
    if (size > WHOLE_BYTES_MAX)
      throw new PlatformError(
        'rejected',
        `The media could not be sent: it is larger than ${WHOLE_BYTES_MAX / 1024 / 1024} MiB.`,
        { field: 'media' },
      );
    return { bytes: await file.read(0, size), contentType, filename };
  } finally {
    await file.close();
  }
}
