import type { FastifyRequest } from 'fastify';
import type { PublicTools } from '../../features/connecting/index.ts';
import type { LinkSigner } from '../../secrets/link-signer.ts';

export interface ConnectingOptions extends PublicTools {
  readonly signer: LinkSigner;
  /** Browsers reach the service over https. */
  readonly isSecure: boolean;
  readonly onFault: (request: FastifyRequest, error: unknown) => void;
}
