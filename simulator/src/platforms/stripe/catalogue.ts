import { json } from '../../core/calls/response.ts';
import type { Handler } from './api.ts';
import { prices } from './prices.ts';
import { listView, priceView } from './views.ts';

export const listPrices: Handler = () => json(listView(prices.map(priceView), '/v1/prices'));
