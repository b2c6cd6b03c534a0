import { json } from '../../core/calls/answer.ts';
import type { Handler } from './api.ts';
import { noSuch } from './errors.ts';
import { priceOf, prices } from './prices.ts';
import { listView, priceView } from './views.ts';

export const listPrices: Handler = () => json(listView(prices.map(priceView), '/v1/prices'));

export const readPrice: Handler = (_stripe, call) => {
  const price = priceOf(call.param('id'));
  if (price === undefined) throw noSuch('price', call.param('id'));
  return json(priceView(price));
};
