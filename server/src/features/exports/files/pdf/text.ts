import type PDFDocument from 'pdfkit';
import { oneLine } from '../safe-text.ts';
import type { Fonts, Weight } from './fonts.ts';
import { type Direction, directionOf, visualOrder } from './visual-order.ts';

type Document = InstanceType<typeof PDFDocument>;

export interface TextStyle {
  readonly size: number;
  readonly weight?: Weight;
  readonly colour: string;
}

export interface TextBox {
  readonly width: number;
  readonly linesMax: number;
}

export interface TextLine {
  readonly runs: readonly { readonly font: string; readonly text: string; readonly width: number }[];
  readonly width: number;
  readonly direction: Direction;
}

export type Align = 'left' | 'middle' | 'right';

export interface TextTools {
  /** Breaks a text into lines; a cut text ends with an ellipsis. */
  readonly lines: (text: string, style: TextStyle, box: TextBox) => readonly TextLine[];
  /** Draws a line at its base line. `x`: the left end, the middle or the right end. */
  readonly drawLine: (line: TextLine, style: TextStyle, x: number, y: number, align: Align) => void;
}

/** Marks that steer direction or the look of emoji, and spaces without width: they have no glyph. */
const INVISIBLE = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\ufe0e|\ufe0f/g;
/** More than fit into a line of any page. Further ones are not measured. */
const LINE_CHARACTERS_MAX = 1000;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Text of any script in a PDF: fonts by character, right-to-left words in their order, lines broken at spaces. */
export function textTools(document: Document, fonts: Fonts): TextTools {
  const measured = (text: string, { size, weight = 'regular' }: TextStyle) =>
    fonts.runs(text, weight).map((run) => {
      document.font(run.font).fontSize(size);
      return { ...run, width: document.widthOfString(run.text) };
    });
  const widthOf = (text: string, style: TextStyle) => sumOf(measured(text, style));

  const place = (text: string, style: TextStyle, direction: Direction): TextLine => {
    const runs = visualOrder(text, direction).flatMap((piece) => {
      const pieceRuns = measured(piece, style);
      return direction === 'rtl' && directionOf(piece) === 'rtl' ? pieceRuns.reverse() : pieceRuns;
    });
    return { runs, width: sumOf(runs), direction };
  };

  /** The longest beginning of a word that fits, at least one letter. */
  const beginning = (word: string, style: TextStyle, width: number): string => {
    let fitting = '';
    for (const { segment } of graphemes.segment(word)) {
      if (fitting !== '' && widthOf(fitting + segment, style) > width) break;
      fitting += segment;
    }
    return fitting;
  };

  return {
    lines(text, style, { width, linesMax }) {
      const shown = oneLine(text.slice(0, linesMax * LINE_CHARACTERS_MAX).toWellFormed()).replace(INVISIBLE, '');
      const direction = directionOf(shown);
      const broken: string[] = [];
      let line = '';
      const words = shown.split(' ').filter(Boolean);
      while (words.length > 0 && broken.length <= linesMax) {
        const word = words.shift() as string;
        const longer = line === '' ? word : `${line} ${word}`;
        if (widthOf(longer, style) <= width) {
          line = longer;
          continue;
        }
        if (line !== '') {
          broken.push(line);
          line = '';
          words.unshift(word);
          continue;
        }
        const part = beginning(word, style, width);
        broken.push(part);
        if (part.length < word.length) words.unshift(word.slice(part.length));
      }
      if (line !== '') broken.push(line);
      if (broken.length > linesMax) {
        const last = broken[linesMax - 1] as string;
        const room = width - widthOf('…', style);
        const cut = widthOf(last, style) <= room ? last : beginning(last, style, room).trimEnd();
        broken.splice(linesMax - 1, broken.length, `${cut}…`);
      }
      return broken.map((part) => place(part, style, direction));
    },
    drawLine(line, { size, colour }, x, y, align) {
      let left = align === 'left' ? x : x - (align === 'middle' ? line.width / 2 : line.width);
      document.fillColor(colour).fontSize(size);
      for (const { font, text, width } of line.runs) {
        document.font(font).text(text, left, y, { lineBreak: false, baseline: 'alphabetic' });
        left += width;
      }
    },
  };
}

function sumOf(runs: readonly { readonly width: number }[]): number {
  return runs.reduce((sum, { width }) => sum + width, 0);
}
