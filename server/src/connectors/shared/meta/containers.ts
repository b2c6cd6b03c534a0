import { setTimeout as sleep } from 'node:timers/promises';
import type { Readiness } from '../../../core/effect.ts';
import { PlatformError } from '../../../core/platform-error.ts';

/**
 * Posts of Instagram and Threads are containers: created and processed unpublished, then published by a call of its
 * own. The container shows afterwards whether that happened.
 */
const CONTAINER_STATES = ['IN_PROGRESS', 'FINISHED', 'ERROR', 'EXPIRED', 'PUBLISHED'] as const;

export interface ContainerStatus {
  readonly state: (typeof CONTAINER_STATES)[number];
  /** The platform's reason for a failure, or its other text. */
  readonly detail: string;
}

/** The state by its name in any spelling; undefined for an unknown one. */
export function toContainerState(word: string): ContainerStatus['state'] | undefined {
  return CONTAINER_STATES.find((known) => known === word.trim().toUpperCase().replaceAll(' ', '_'));
}

/** The differences between products: how their containers are read and what their rejections mean. */
export interface Containers {
  readonly displayName: string;
  /** The error of a container in the state `ERROR`. */
  readonly failureOf: (status: ContainerStatus) => PlatformError;
  /** Codes of a rejected publication that have a meaning of their own. */
  readonly isFinal: (platformCode: string) => boolean;
  /** Codes of a rejected publication that mean "still processing". */
  readonly isNotReady: (platformCode: string) => boolean;
}

/**
 * The platform's report on a container. `missing` is weak evidence, because existing containers have been reported
 * missing.
 */
export type Found = ContainerStatus | 'missing';

/** Awaits a read of a container. */
export async function orMissing(read: Promise<ContainerStatus>): Promise<Found> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof PlatformError && error.kind === 'not_found') return 'missing';
    throw error;
  }
}

const CHECK_AFTER_SECONDS = 5;

/**
 * An expired, missing or already published container counts as ready. Its publication is rejected, and `toState` then
 * finds the reason.
 */
export function readinessOf(containers: Containers, status: Found): Readiness {
  if (status === 'missing') return { state: 'ready' };
  if (status.state === 'ERROR') return { state: 'failed', error: containers.failureOf(status) };
  if (status.state === 'IN_PROGRESS') return { state: 'not_ready', checkAfterSeconds: CHECK_AFTER_SECONDS };
  return { state: 'ready' };
}

/** All items of a carousel together get about the time of one video, five minutes. */
const ITEM_CHECKS_MAX = 60;

/** Waits for the items of a carousel, because the parent of unprocessed items may be rejected. */
export async function waitForItems(
  containers: Containers,
  items: readonly string[],
  read: (container: string) => Promise<Found>,
): Promise<void> {
  let pending = items;
  for (let checks = 1; checks <= ITEM_CHECKS_MAX; checks += 1) {
    const processing: string[] = [];
    for (const item of pending) {
      const readiness = readinessOf(containers, await read(item));
      if (readiness.state === 'failed') throw readiness.error;
      if (readiness.state === 'not_ready') processing.push(item);
    }
    if (processing.length === 0) return;
    pending = processing;
    // Images are mostly ready within two seconds.
    await sleep(Math.min(checks, CHECK_AFTER_SECONDS) * 1000);
  }
  const message = `${containers.displayName} is still processing the items of the carousel.`;
  throw new PlatformError('unavailable', message, { platformCode: 'container_timeout' });
}

/**
 * A container cannot be published twice, but the error code of the second attempt is not documented. So a rejection that
 * could mean this is `unknown`, and `toState` decides.
 */
export async function classifyRejection(
  containers: Containers,
  rejection: PlatformError,
  read: () => Promise<Found>,
): Promise<PlatformError> {
  const code = rejection.facts.platformCode ?? '';
  const doubt = new PlatformError('unknown', rejection.message, rejection.facts);
  if (containers.isNotReady(code)) {
    const status = await read().catch(() => 'missing' as const);
    if (status === 'missing') return doubt;
    if (status.state === 'ERROR') return containers.failureOf(status);
    if (status.state !== 'IN_PROGRESS' && status.state !== 'FINISHED') return doubt;
    const facts = { retryAfterSeconds: CHECK_AFTER_SECONDS, ...rejection.facts };
    return new PlatformError('unavailable', rejection.message, facts);
  }
  if (rejection.kind === 'not_found') return doubt;
  return rejection.kind === 'rejected' && !containers.isFinal(code) ? doubt : rejection;
}

/** Whether a container was published. A missing one was, when a post like it is listed. */
export async function toState(status: Found, isListed: () => Promise<boolean>) {
  if (status === 'missing') return { state: (await isListed()) ? 'sent' : 'gone' } as const;
  if (status.state === 'PUBLISHED') return { state: 'sent' } as const;
  return { state: status.state === 'EXPIRED' ? 'gone' : 'not_sent' } as const;
}
