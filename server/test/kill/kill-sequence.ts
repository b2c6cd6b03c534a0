import { openActions } from './actions.ts';
import type { Account, Customer } from './customer.ts';
import type { Aim, PlatformName } from './kill-points.ts';
import type { Chain, Plan } from './plan.ts';
import type { HeldCall } from './platforms.ts';
import type { Comment } from './requests.ts';

/** One platform's share of the plan: a chain of deaths on one of its accounts, then the next on another. */
export interface KillSequence {
  /** Makes the platform hold the next call of the chain. The service may be down. */
  readonly arm: () => Promise<void>;
  /** Asks for the publication, reply or message that the chain is about, if that has not been done. */
  readonly begin: () => void;
  /** The call among those held that the sequence waits for. */
  readonly found: (held: readonly HeldCall[]) => HeldCall | undefined;
  /** The awaited call did not come: the next chain starts. */
  readonly giveUp: () => void;
}

/** An account with a post that has been commented on, and with a conversation. */
export interface PreparedAccount {
  readonly account: Account;
  readonly comment: Comment;
  readonly conversationId: string;
}

export function createKillSequence(
  customer: Customer,
  plan: Plan,
  platform: PlatformName,
  prepared: readonly PreparedAccount[],
): KillSequence {
  const { platforms, requests } = customer;
  let current = prepared[0] as PreparedAccount;
  let chain: Chain = { kind: 'publish', aims: [], followers: 0 };
  let position = 0;
  let hasBegun = true;
  let aim: Aim | undefined;

  /** An account with nothing left to do, or the one with the least. */
  const idlest = async (): Promise<PreparedAccount> => {
    const waiting = await Promise.all(prepared.map(({ account }) => openActions(customer, [account.id])));
    return prepared[waiting.indexOf(Math.min(...waiting))] as PreparedAccount;
  };

  return {
    async arm() {
      if (position === chain.aims.length) {
        chain = plan.chain(platform);
        position = 0;
        hasBegun = false;
        current = await idlest();
      }
      const { platformId } = current.account;
      const waitsFor = chain.aims.find(({ point }) => point.waitsFor !== undefined)?.point.waitsFor;
      if (waitsFor !== undefined) await platforms.makeBusy(platform, platformId, waitsFor);
      aim = chain.aims[position] as Aim;
      position += 1;
      await platforms.hold(platform, platformId, aim.point.operation, aim.when);
    },
    begin() {
      if (hasBegun) return;
      hasBegun = true;
      if (chain.kind === 'reply') void requests.reply(current.comment);
      else if (chain.kind === 'message') void requests.message(current.conversationId);
      else for (let n = 0; n <= chain.followers; n += 1) void requests.publish([current.account.id]);
    },
    found: (held) =>
      held.find(
        (call) =>
          call.platform === platform &&
          call.account === current.account.platformId &&
          call.operation === aim?.point.operation,
      ),
    giveUp() {
      position = chain.aims.length;
    },
  };
}
