/** The exchanges of one client that are under way, so that closing can wait for them and then end them. */
export interface Running {
  add(exchange: Closable): void;
  delete(exchange: Closable): void;
  /** Resolves when none is left, or after the grace, when those that are left have been ended. */
  settle(graceMs: number): Promise<void>;
}

export interface Closable {
  /** Ends the exchange because its client closes. */
  close(): void;
}

export function createRunning(): Running {
  const exchanges = new Set<Closable>();
  let onEmpty = () => {};
  return {
    add: (exchange) => exchanges.add(exchange),
    delete: (exchange) => {
      exchanges.delete(exchange);
      if (exchanges.size === 0) onEmpty();
    },
    async settle(graceMs) {
      if (exchanges.size === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      onEmpty = resolve;
      const timer = setTimeout(resolve, graceMs);
      await promise;
      clearTimeout(timer);
      for (const exchange of [...exchanges]) exchange.close();
    },
  };
}
