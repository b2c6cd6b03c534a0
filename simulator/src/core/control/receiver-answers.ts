import type { ServerResponse } from 'node:http';

/** The deliveries of a world that its receivers are answering, and the answers among them that wait. In memory. */
export class ReceiverAnswers {
  readonly #running = new Map<string, number>();
  readonly #waiting = new Map<string, Set<() => void>>();

  /** Counts a delivery; returns how many this receiver is answering now. */
  begin(name: string): number {
    const now = (this.#running.get(name) ?? 0) + 1;
    this.#running.set(name, now);
    return now;
  }

  end(name: string): void {
    const now = (this.#running.get(name) ?? 0) - 1;
    if (now > 0) this.#running.set(name, now);
    else this.#running.delete(name);
  }

  /** Waits until the receiver's answers are let go. The sender may give up before. */
  hold(name: string, connection: ServerResponse): Promise<void> {
    return new Promise((resolve) => {
      const answers = this.#waiting.get(name) ?? new Set();
      this.#waiting.set(name, answers.add(resolve));
      connection.once('close', () => {
        answers.delete(resolve);
        resolve();
      });
    });
  }

  letGo(name: string): void {
    for (const answer of this.#waiting.get(name) ?? []) answer();
    this.#waiting.delete(name);
  }

  close(): void {
    for (const name of this.#waiting.keys()) this.letGo(name);
  }
}
