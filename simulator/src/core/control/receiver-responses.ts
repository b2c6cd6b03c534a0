import type { ServerResponse } from 'node:http';

/** The deliveries of a world that its receivers are answering, and the responses among them that wait. In memory. */
export class ReceiverResponses {
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
      const responses = this.#waiting.get(name) ?? new Set();
      this.#waiting.set(name, responses.add(resolve));
      connection.once('close', () => {
        responses.delete(resolve);
        resolve();
      });
    });
  }

  letGo(name: string): void {
    for (const response of this.#waiting.get(name) ?? []) response();
    this.#waiting.delete(name);
  }

  close(): void {
    for (const name of this.#waiting.keys()) this.letGo(name);
  }
}
