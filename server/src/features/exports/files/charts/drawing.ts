/** A picture of lines and words, which HTML shows as SVG and PDF draws itself. Coordinates in points, from the top left. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}

export type Shape = Line | Area | Words;

interface Line {
  readonly kind: 'line';
  /** As in SVG. */
  readonly path: string;
  readonly colour: string;
  readonly thickness: number;
}

interface Area {
  readonly kind: 'area';
  readonly path: string;
  readonly colour: string;
  /** 0 to 1 */
  readonly opacity?: number;
}

interface Words {
  readonly kind: 'words';
  readonly text: string;
  /** The left end, the middle or the right end of the base line, by `align`. */
  readonly x: number;
  readonly y: number;
  readonly align: 'left' | 'middle' | 'right';
  readonly size: number;
  readonly colour: string;
  /** Longer texts are cut. */
  readonly widthMax?: number;
}

export const COLOURS = {
  ink: '#1f2a44',
  muted: '#5b6475',
  accent: '#2f6fed',
  soft: '#e8ecf4',
  rule: '#d5dbe7',
} as const;
