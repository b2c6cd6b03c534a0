import { openActions } from './actions.ts';
import type { Aim, PlatformName } from './cells.ts';
import type { Chain, Plan } from './plan.ts';
import type { HeldCall } from './platforms.ts';
import type { Comment } from './requests.ts';
import type { Account, World } from './world.ts';

/** One platform's share of the plan: a chain of deaths on one of its accounts, then the next on another. */
export interface Track {
  /** Sees to it that the next call of the chain is held. The service may be down. */
  readonly arm: () => Promise<void>;
  /** Asks for the publication or the reply that the chain is about, if that has not been done. */
  readonly begin: () => void;
  /** The call among those held that the track waits for. */
  readonly found: (held: readonly HeldCall[]) => HeldCall | undefined;
  /** The awaited call did not come: the next chain begins. */
  readonly giveUp: () => void;
}

/** An account with a post that has been commented on. */
export interface Stage {
  readonly account: Account;
  readonly comment: Comment;
}

export function createTrack(world: World, plan: Plan, platform: PlatformName, stages: readonly Stage[]): Track {
  const { platforms, requests } = world;
  let stage = stages[0] as Stage;
  let chain: Chain = { kind: 'publish', aims: [], followers: 0 };
  let position = 0;
  let hasBegun = true;
  let aim: Aim | undefined;

  /** An account with nothing left to do, or the one with the least. */
  const idlest = async (): Promise<Stage> => {
    const waiting = await Promise.all(stages.map(({ account }) => openActions(world, [account.id])));
    return stages[waiting.indexOf(Math.min(...waiting))] as Stage;
  };

  return {
    async arm() {
      if (position === chain.aims.length) {
        chain = plan.chain(platform);
        position = 0;
        hasBegun = false;
        stage = await idlest();
      }
      const { platformId } = stage.account;
      const waitsFor = chain.aims.find(({ cell }) => cell.waitsFor !== undefined)?.cell.waitsFor;
      if (waitsFor !== undefined) await platforms.makeBusy(platform, platformId, waitsFor);
      aim = chain.aims[position] as Aim;
      position += 1;
      await platforms.hold(platform, platformId, aim.cell.operation, aim.when);
    },
    begin() {
      if (hasBegun) return;
      hasBegun = true;
      if (chain.kind === 'reply') void requests.reply(stage.comment);
      else for (let n = 0; n <= chain.followers; n += 1) void requests.publish([stage.account.id]);
    },
    found: (held) =>
      held.find(
        (call) =>
          call.platform === platform &&
          call.account === stage.account.platformId &&
          call.operation === aim?.cell.operation,
      ),
    giveUp() {
      position = chain.aims.length;
    },
  };
}
