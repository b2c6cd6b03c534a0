/** What can be bought: the catalogue of the installation that this account belongs to. Amounts are cents. */
export interface Price {
  readonly id: string;
  readonly product: string;
  readonly name: string;
  readonly amount: number;
  readonly interval: 'month' | 'year';
}

const products = [
  { product: 'prod_starter', name: 'Side Hustle', monthly: 2900, annual: 27_600 },
  { product: 'prod_pro', name: 'Full Send', monthly: 10_900, annual: 104_400 },
  { product: 'prod_business', name: 'Empire', monthly: 34_900, annual: 334_800 },
] as const;

export const prices: readonly Price[] = products.flatMap(({ product, name, monthly, annual }) => {
  const word = product.replace('prod_', '');
  return [
    { id: `price_${word}_monthly`, product, name, amount: monthly, interval: 'month' },
    { id: `price_${word}_annual`, product, name, amount: annual, interval: 'year' },
  ];
});

export function priceOf(id: string): Price | undefined {
  return prices.find((price) => price.id === id);
}

/** The start of the period after so many, in seconds. A day that a month lacks becomes its last one. */
export function periodStart(first: number, periods: number, { interval }: Price): number {
  const day = new Date(first * 1000);
  const months = periods * (interval === 'year' ? 12 : 1);
  const date = new Date(day);
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day.getUTCDate(), last));
  return Math.floor(date.getTime() / 1000);
}

export function shownAmount({ amount, interval }: Price): string {
  return `$${(amount / 100).toFixed(2)} a ${interval}`;
}
