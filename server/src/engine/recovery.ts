import type { Effect, ListedEffect, RepeatableEffect } from '../core/effect.ts';
import type { SessionAccount } from '../core/session.ts';

/** The effect as the account's server has it: class A without a server that honours our key is class C. */
// biome-ignore lint/suspicious/noExplicitAny: the input does not matter here.
export function effectOn<AnyEffect extends Effect<any> | RepeatableEffect<any>>(
  account: Pick<SessionAccount, 'metadata'>,
  effect: AnyEffect,
  // biome-ignore lint/suspicious/noExplicitAny: the input does not matter here.
): AnyEffect | ListedEffect<any> {
  if (effect.class !== 'A' || effect.isKeyHonoured?.(account) !== false) return effect;
  return { ...effect, class: 'C' };
}

/** How the outcome of a call is found when its response was lost. */
export type Recovery = 'resend' | 'read_state' | 'look_up' | 'give_up';

/** By the effect's class and the time since the intent. `mayResend`: whether the call may be made again. */
export function recoveryOf(
  // biome-ignore lint/suspicious/noExplicitAny: the input does not matter here.
  effect: Effect<any> | RepeatableEffect<any>,
  secondsSinceIntent: number,
  mayResend: boolean,
): Recovery {
  switch (effect.class) {
    case 'A':
      return mayResend && secondsSinceIntent < effect.keyWindowSeconds ? 'resend' : 'look_up';
    case 'repeatable':
      return mayResend ? 'resend' : 'give_up';
    case 'B':
      return 'read_state';
    case 'C':
      return 'look_up';
    case 'D':
      return 'give_up';
  }
}

/** Seconds from the lost response to each lookup. */
// biome-ignore lint/suspicious/noExplicitAny: the input does not matter here.
export function lookupDelaysOf(effect: Effect<any> | RepeatableEffect<any>): readonly number[] {
  return effect.class === 'A' || effect.class === 'C' ? effect.lookupDelaysSeconds : [0];
}
