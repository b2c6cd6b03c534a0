import type { Content } from '../../core/connector.ts';
import type { Listed } from '../../core/effect.ts';
import { PlatformError } from '../../core/platform-error.ts';
import { comparable } from '../text.ts';
import type { ContainerStatus, Containers, Found } from './containers.ts';

// Posts of a container that the customer made: its id came with the post as `platform_attachment_id`.

/** The id of the container that the post is to be made of, where the customer brought one. */
export function attachedContainer({ media }: Content): string | undefined {
  return media[0]?.attachmentId;
}

/**
 * Throws for a container that cannot be published. It must be known before the intent: one that was published earlier
 * would afterwards look like our own doing.
 */
export function assertUnused(containers: Containers, { state, ...rest }: ContainerStatus): void {
  if (state === 'ERROR') throw containers.failureOf({ state, ...rest });
  if (state !== 'PUBLISHED' && state !== 'EXPIRED') return;
  const why = state === 'PUBLISHED' ? 'was published already' : 'has expired';
  const facts = { field: 'media', platformCode: state, remedy: 'Make a new container and use its id.' };
  throw new PlatformError('rejected', `${containers.displayName}: the container ${why}.`, facts);
}

/**
 * Whether the customer's container was published. What its post says is not known, so one that is missing cannot be
 * looked for among the posts.
 */
export function attachedState(status: Found) {
  if (status === 'missing') return { state: 'unreadable' } as const;
  return { state: status.state === 'PUBLISHED' ? 'sent' : 'not_sent' } as const;
}

/** Whether a listed post may be the one that a customer's container became: it has the words of the post, if that has any. */
export function mayBeAttached({ text }: Content, item: Listed): boolean {
  return text.trim() === '' || comparable(text) === comparable(item.text);
}
