import { scaleLinear } from 'd3-scale';
import { inFull } from '../numbers.ts';
import { COLOURS, type Drawing, type Shape } from './drawing.ts';

const WIDTH = 499;
const ROW = 19;
const BAR = 10;
const NAMES = 210;
const VALUES = 66;

export interface Bar {
  readonly name: string;
  readonly value: number;
}

/** Horizontal bars with a name at the left and the value at the end. */
export function barChart(bars: readonly Bar[]): Drawing {
  const highest = Math.max(...bars.map(({ value }) => value), 1);
  const length = scaleLinear([0, highest], [0, WIDTH - NAMES - VALUES]).clamp(true);
  const shapes = bars.flatMap(({ name, value }, at): Shape[] => {
    const middle = at * ROW + ROW / 2;
    const end = Math.round((NAMES + Math.max(1, length(value))) * 100) / 100;
    return [
      {
        kind: 'words',
        text: name,
        x: 0,
        y: middle + 3,
        align: 'left',
        size: 8,
        colour: COLOURS.ink,
        widthMax: NAMES - 10,
      },
      {
        kind: 'area',
        path: `M${NAMES},${middle - BAR / 2}H${end}V${middle + BAR / 2}H${NAMES}Z`,
        colour: COLOURS.accent,
      },
      {
        kind: 'words',
        text: inFull(value),
        x: end + 5,
        y: middle + 3,
        align: 'left',
        size: 8,
        colour: COLOURS.muted,
      },
    ];
  });
  return { width: WIDTH, height: bars.length * ROW, shapes };
}
