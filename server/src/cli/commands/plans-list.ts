import { CUSTOM_PRICE, PLAN_NAMES, PLANS, type PlanName, UNLIMITED } from '../../core/billing/plans.ts';
import { toOffer } from '../../features/plans/index.ts';
import { defineCommand } from '../command.ts';

const MEGABYTE = 1024 * 1024;
const HEAD = ['plan', 'name', 'brands', 'posts', 'interactions', 'storage', 'a month'];

export const listPlans = defineCommand({
  name: 'plans list',
  summary: 'List the plans with their limits, the cheapest first',
  example: '',
  options: {},

  async run() {
    const rows = [HEAD, ...PLAN_NAMES.map(toRow)];
    const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
    const text = rows
      .map((row) => row.map((cell, column) => cell.padEnd(widths[column] as number)).join('  '))
      .map((line) => line.trimEnd())
      .join('\n');
    return { text, json: PLAN_NAMES.map(toOffer) };
  },
});

function toRow(name: PlanName): string[] {
  const plan = PLANS[name];
  return [
    name,
    plan.displayName,
    shown(plan.brandsMax),
    shown(plan.postsPerPeriodMax),
    shown(plan.interactionsPerPeriodMax),
    plan.storageBytesMax === UNLIMITED ? 'unlimited' : `${plan.storageBytesMax / MEGABYTE} MB`,
    plan.monthlyPriceUsd === CUSTOM_PRICE ? 'custom' : `$${plan.monthlyPriceUsd}`,
  ];
}

function shown(limit: number): string {
  return limit === UNLIMITED ? 'unlimited' : String(limit);
}
