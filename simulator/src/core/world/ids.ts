import { randomBytes, randomInt } from 'node:crypto';
import type { Clock, Ids } from './world.ts';

const urlSafe = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

export function randomText(length: number): string {
  let text = '';
  for (const byte of randomBytes(length)) text += urlSafe[byte & 63];
  return text;
}

/** A machine's clock may go back so far before a time counts as past. */
const backwardsMs = 5_000;

export function makeIds(clock: Clock): Ids {
  let lastMs = 0;
  let counter = 0;
  let past = randomInt(1 << 15);
  return {
    snowflake(epochMs = 0, counterBits = 22) {
      const now = clock.now();
      if (now < lastMs - backwardsMs) {
        // What happened in the past has an id of that time.
        past += 1;
        return String((BigInt(now - epochMs) << BigInt(counterBits)) + BigInt(past % (1 << counterBits)));
      }
      if (now > lastMs) {
        lastMs = now;
        counter = randomInt(1024);
      } else if (++counter >= 1 << counterBits) {
        lastMs += 1;
        counter = 0;
      }
      return String((BigInt(lastMs - epochMs) << BigInt(counterBits)) + BigInt(counter));
    },
    digits(prefix, length) {
      let digits = prefix;
      while (digits.length < length) digits += randomInt(10);
      return digits;
    },
    text: (prefix, length) => prefix + randomText(length),
  };
}
