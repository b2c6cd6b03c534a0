import type { Content } from '../../../core/connector.ts';
import type { Listed } from '../../../core/effect.ts';
import { PlatformError } from '../../../core/platform-error.ts';
import { comparable } from '../text.ts';
import type { ContainerStatus, Containers, Found } from './containers.ts';

// Posts from a container that the customer created. Its id came with the post as `platform_attachment_id`.

/** The id of the customer's container; undefined when the post has none. */
export function attachedContainer({ media }: Content): string | undefined {
  return media[0]?.attachmentId;
}

/**
 * Throws for a container that cannot be published. This check must come before the intent, because a container that was
 * published earlier would afterwards look like our own publication.
 */
export function assertUnused(containers: Containers, { state, ...rest }: ContainerStatus): void {
  if (state === 'ERROR') throw containers.failureOf({ state, ...rest });
  if (state !== 'PUBLISHED' && state !== 'EXPIRED') return;
  const why = state === 'PUBLISHED' ? 'was published already' : 'has expired';
  const facts = { field: 'media', platformCode: state, remedy: 'Make a new container and use its id.' };
  throw new PlatformError('rejected', `${containers.displayName}: the container ${why}.`, facts);
}

/**
 * Whether the customer's container was published. We do not know the content of its post, so a missing container cannot
 * be looked up among the posts.
 */
export function attachedState(status: Found) {
  if (status === 'missing') return { state: 'unreadable' } as const;
  return { state: status.state === 'PUBLISHED' ? 'sent' : 'not_sent' } as const;
}

/** Whether a listed post may come from a customer's container: its text must match, if the post has one. */
export function mayBeAttached({ text }: Content, item: Listed): boolean {
  return text.trim() === '' || comparable(text) === comparable(item.text);
}
