/** The running exchanges of one client. Closing waits for them and then ends them. */
export interface Exchanges {
  add(exchange: Closable): void;
  delete(exchange: Closable): void;
  /** Resolves when none is left. After the grace it ends the rest. */
  settle(graceMs: number): Promise<void>;
}

export interface Closable {
  /** Ends the exchange because its client closes. */
  close(): void;
}

export function createExchanges(): Exchanges {
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
