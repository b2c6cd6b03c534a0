import type PDFDocument from 'pdfkit';
import { cutText, oneLine } from '../safe-text.ts';
import type { Fonts, Weight } from './fonts.ts';
import { type Direction, directionOf, visualOrder } from './visual-order.ts';

type Document = InstanceType<typeof PDFDocument>;

export interface TextStyle {
  readonly size: number;
  readonly weight?: Weight;
  readonly colour: string;
}

interface TextBox {
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

/** Characters without a glyph, such as marks of direction; those that join or part letters stay. */
const INVISIBLE = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu;
/** More than fit into a line of any page. Further ones are not measured. */
const LINE_CHARACTERS_MAX = 300;
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

  /** The longest beginning of a word that fits, at least one letter. It is searched by halves, because measuring takes time. */
  const beginning = (word: string, style: TextStyle, width: number): string => {
    const ends: number[] = [];
    for (const { index, segment } of graphemes.segment(word)) {
      if (index > LINE_CHARACTERS_MAX) break;
      ends.push(index + segment.length);
    }
    let [fitting, tooLong] = [0, ends.length];
    while (tooLong - fitting > 1) {
      const middle = (fitting + tooLong) >> 1;
      if (widthOf(word.slice(0, ends[middle]), style) <= width) fitting = middle;
      else tooLong = middle;
    }
    return word.slice(0, ends[fitting]);
  };

  return {
    lines(text, style, { width, linesMax }) {
      const shown = oneLine(cutText(text, linesMax * LINE_CHARACTERS_MAX)).replace(INVISIBLE, '');
      const direction = directionOf(shown);
      const broken: string[] = [];
      let line = '';
      let lineWidth = 0;
      const words = shown.split(' ').filter(Boolean);
      while (words.length > 0 && broken.length <= linesMax) {
        const word = words.shift() as string;
        const next = line === '' ? word : ` ${word}`;
        const nextWidth = widthOf(next, style);
        if (lineWidth + nextWidth <= width) {
          line += next;
          lineWidth += nextWidth;
          continue;
        }
        if (line !== '') {
          broken.push(line);
          line = '';
          lineWidth = 0;
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
