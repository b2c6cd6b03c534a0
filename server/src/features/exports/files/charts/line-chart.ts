import { scaleLinear } from 'd3-scale';
import { area, curveMonotoneX, line } from 'd3-shape';
import type { DatasetDay } from '../../dataset.ts';
import { asLabels } from '../numbers.ts';
import { COLOURS, type Drawing, type Shape } from './drawing.ts';

const WIDTH = 499;
const HEIGHT = 122;
const LEFT = 40;
const RIGHT = 8;
const TOP = 10;
const BOTTOM = 22;
const DATES_MAX = 6;

/** A metric by day. Days without the number leave a gap. `fromZero`: the axis starts at 0. */
export function lineChart(days: readonly DatasetDay[], metric: string, fromZero: boolean): Drawing {
  const points = days.map(({ date, metrics }) => ({ at: Date.parse(date), date, value: metrics[metric] }));
  const told = points.flatMap(({ value }) => value ?? []);
  const low = fromZero ? Math.min(0, ...range(told, Math.min)) : Math.min(...range(told, Math.min));
  const high = Math.max(...range(told, Math.max));
  const padded = high === low ? [low - (fromZero ? 0 : 1), high + 1] : [low, high];
  const y = scaleLinear(padded, [HEIGHT - BOTTOM, TOP]).nice(3);
  const x = scaleLinear(
    [points[0]?.at ?? 0, points.at(-1)?.at ?? 1],
    points.length === 1 ? [WIDTH / 2, WIDTH / 2] : [LEFT, WIDTH - RIGHT],
  );
  const isTold = ({ value }: (typeof points)[number]) => value !== undefined;
  const drawn = line<(typeof points)[number]>(
    (point) => x(point.at),
    (point) => y(point.value ?? 0),
  )
    .defined(isTold)
    .curve(curveMonotoneX)
    .digits(2);
  const filled = area<(typeof points)[number]>(
    (point) => x(point.at),
    HEIGHT - BOTTOM,
    (point) => y(point.value ?? 0),
  )
    .defined(isTold)
    .curve(curveMonotoneX)
    .digits(2);
  const ticks = y.ticks(3);
  const labels = asLabels(ticks);
  const shapes: Shape[] = [
    ...ticks.flatMap((value, at): Shape[] => [
      { kind: 'line', path: `M${LEFT},${round(y(value))}H${WIDTH - RIGHT}`, colour: COLOURS.rule, thickness: 0.5 },
      words(labels[at] ?? '', LEFT - 6, y(value) + 2.5, 'right'),
    ]),
    { kind: 'area', path: filled(points) ?? '', colour: COLOURS.accent, opacity: 0.12 },
    { kind: 'line', path: drawn(points) ?? '', colour: COLOURS.accent, thickness: 1.6 },
    ...lonely(points).map(({ at, value = 0 }): Shape => dot(x(at), y(value))),
    ...dates(points).map(({ at, date }, index, all) => {
      const align =
        points.length === 1 ? 'middle' : index === 0 ? 'left' : index === all.length - 1 ? 'right' : 'middle';
      return words(shortDay.format(Date.parse(date)), x(at), HEIGHT - 6, align);
    }),
  ];
  return { width: WIDTH, height: HEIGHT, shapes };
}

const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: '2-digit', timeZone: 'UTC' });

/** The lowest or highest of a list of any length; an empty list has 0. */
function range(values: readonly number[], choose: (a: number, b: number) => number): readonly [number] {
  return [values.length === 0 ? 0 : values.reduce((a, b) => choose(a, b))];
}

/** Values without a neighbour, which no line shows. */
function lonely<T extends { readonly value: number | undefined }>(points: readonly T[]): readonly T[] {
  return points.filter(
    ({ value }, at) =>
      value !== undefined && points[at - 1]?.value === undefined && points[at + 1]?.value === undefined,
  );
}

/** Some of the days, evenly spread, with the first and the last. */
function dates<T>(points: readonly T[]): readonly T[] {
  const count = Math.min(points.length, DATES_MAX);
  if (count < 2) return points;
  return Array.from({ length: count }, (_, at) => points[Math.round((at * (points.length - 1)) / (count - 1))] as T);
}

function dot(x: number, y: number): Shape {
  return { kind: 'area', path: `M${round(x - 2)},${round(y)}a2,2 0 1,0 4,0a2,2 0 1,0 -4,0Z`, colour: COLOURS.accent };
}

function words(text: string, x: number, y: number, align: 'left' | 'middle' | 'right'): Shape {
  return { kind: 'words', text, x: round(x), y: round(y), align, size: 7.5, colour: COLOURS.muted };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
