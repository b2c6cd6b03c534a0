import {
  actionSettled,
  type Channel,
  deliveryTried,
  newsStored,
  platformCalled,
  platformThrottled,
  postSettled,
  quotaRejected,
  slowStatement,
} from '../../core/observing/channels.ts';
import type { Instruments } from './instruments.ts';

export const MODES = ['live', 'test'] as const;

/** Counts what the channels tell, until the returned function is called. */
export function listen(to: Instruments, platforms: readonly string[]): () => void {
  startAtZero(to, platforms);
  const stops = [
    on(actionSettled, ({ kind: action, platform, outcome, mode }) =>
      to.count('actions_settled_total', { action, platform, outcome, mode }),
    ),
    on(postSettled, ({ outcome, mode }) => to.count('posts_settled_total', { outcome, mode })),
    on(platformCalled, ({ platform, mode, outcome, durationMs }) => {
      to.count('platform_calls_total', { platform, outcome, mode });
      to.observe('platform_call_duration_seconds', { platform, mode }, durationMs / 1000);
    }),
    on(platformThrottled, ({ platform, mode }) => to.count('platform_throttles_total', { platform, mode })),
    on(newsStored, ({ platform, source, mode, lagSeconds }) => {
      for (const seconds of lagSeconds) to.observe('inbound_lag_seconds', { platform, source, mode }, seconds);
    }),
    on(deliveryTried, ({ outcome, mode, durationMs }) => {
      to.count('delivery_attempts_total', { outcome, mode });
      to.observe('delivery_duration_seconds', { mode }, durationMs / 1000);
    }),
    on(quotaRejected, ({ charge }) => to.count('quota_refusals_total', { charge })),
    on(slowStatement, ({ outcome }) => to.count('database_slow_statements_total', { outcome })),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** A counter that appears with its first count hides that count from `increase()`, so those of alerts begin with 0. */
function startAtZero(to: Instruments, platforms: readonly string[]): void {
  for (const mode of MODES) {
    for (const outcome of ['published', 'partial', 'failed']) to.count('posts_settled_total', { outcome, mode }, 0);
    for (const outcome of ['success', 'pending', 'failed']) to.count('delivery_attempts_total', { outcome, mode }, 0);
    for (const platform of platforms) {
      to.count('platform_throttles_total', { platform, mode }, 0);
      for (const outcome of ['published', 'failed', 'unconfirmed'])
        to.count('actions_settled_total', { action: 'publish', platform, outcome, mode }, 0);
    }
  }
  for (const charge of ['post', 'interaction']) to.count('quota_refusals_total', { charge }, 0);
  for (const outcome of ['finished', 'stopped']) to.count('database_slow_statements_total', { outcome }, 0);
}

function on<Message>(channel: Channel<Message>, listener: (message: Message) => void): () => void {
  channel.subscribe(listener);
  return () => channel.unsubscribe(listener);
}
