import PDFDocument from 'pdfkit';
import { COLOURS, type Drawing } from '../charts/drawing.ts';
import { openFonts } from './fonts.ts';
import { type Align, type TextLine, type TextStyle, textTools } from './text.ts';

const MARGIN = 48;
const TOP = 60;
const BOTTOM = 62;
/** From one base line to the next, as a part of the size. */
const LEADING = 1.36;
/** From the top of a line to its base line, as a part of the size. */
const ASCENT = 1.02;

export interface Paragraph {
  readonly style: TextStyle;
  readonly linesMax?: number;
  readonly x?: number;
  readonly width?: number;
  /** `start` is the side where the script starts. */
  readonly align?: Align | 'start';
}

/** A text broken into lines. */
interface Block {
  readonly lines: readonly TextLine[];
  readonly height: number;
  readonly paragraph: Paragraph;
}

/** A document of A4 pages that is written from the top down. */
export class Pages {
  readonly document: InstanceType<typeof PDFDocument>;
  readonly left = MARGIN;
  readonly width: number;
  y = MARGIN;
  readonly #fonts;
  readonly #text;

  constructor(about: { readonly title: string; readonly author: string; readonly createdAt: Date }) {
    const { title, author, createdAt: CreationDate } = about;
    this.document = new PDFDocument({
      size: 'A4',
      margin: 0,
      bufferPages: true,
      lang: 'en',
      displayTitle: true,
      info: { Title: title, Author: author, CreationDate, ModDate: CreationDate },
    });
    this.width = this.document.page.width - 2 * MARGIN;
    this.#fonts = openFonts(this.document);
    this.#text = textTools(this.document, this.#fonts);
  }

  get hasReplacedCharacters(): boolean {
    return this.#fonts.hasReplaced();
  }

  get bottom(): number {
    return this.document.page.height - BOTTOM;
  }

  /** Begins a page when less than the height is left. Says whether it did. */
  makeRoom(height: number): boolean {
    if (this.y + height <= this.bottom) return false;
    this.document.addPage();
    this.y = TOP;
    return true;
  }

  /** Breaks a text into the lines of a block. */
  fit(text: string, paragraph: Paragraph): Block {
    const { style, linesMax = 50, width = this.width } = paragraph;
    const lines = this.#text.lines(text, style, { width, linesMax });
    return { lines, height: lines.length * style.size * LEADING, paragraph };
  }

  /** Draws a text at a height of the page. Returns its height. */
  put(text: string, y: number, paragraph: Paragraph): number {
    return this.putBlock(this.fit(text, paragraph), y);
  }

  putBlock({ lines, height, paragraph }: Block, y: number): number {
    const { style, x = this.left, width = this.width, align = 'start' } = paragraph;
    for (const [at, line] of lines.entries()) {
      const side = align === 'start' ? (line.direction === 'rtl' ? 'right' : 'left') : align;
      const from = side === 'left' ? x : side === 'right' ? x + width : x + width / 2;
      this.#text.drawLine(line, style, from, y + style.size * (ASCENT + at * LEADING), side);
    }
    return height;
  }

  /** Writes a text below the last, over pages where it must. */
  write(text: string, paragraph: Paragraph): void {
    const block = this.fit(text, paragraph);
    this.makeRoom(block.height);
    this.y += this.putBlock(block, this.y);
  }

  rule(y: number, colour: string, thickness: number): void {
    this.document
      .moveTo(this.left, y)
      .lineTo(this.left + this.width, y)
      .lineWidth(thickness)
      .strokeColor(colour)
      .stroke();
  }

  draw({ shapes, height }: Drawing): void {
    const { document } = this;
    document.save().translate(this.left, this.y);
    for (const shape of shapes) {
      if (shape.kind === 'line') {
        if (shape.path !== '') document.path(shape.path).lineWidth(shape.thickness).strokeColor(shape.colour).stroke();
      } else if (shape.kind === 'area') {
        if (shape.path !== '')
          document
            .path(shape.path)
            .fillColor(shape.colour, shape.opacity ?? 1)
            .fill();
      } else {
        const { text, x, y, align, size, colour, widthMax = this.width } = shape;
        const style = { size, colour };
        document.fillOpacity(1);
        const [line] = this.#text.lines(text, style, { width: widthMax, linesMax: 1 });
        if (line !== undefined) this.#text.drawLine(line, style, x, y, align);
      }
    }
    document.fillOpacity(1).restore();
    this.y += height;
  }

  /** Draws on each page what stands on all of them, and ends the document. */
  finish(furnish: (page: number, pages: number) => void): void {
    const { start, count } = this.document.bufferedPageRange();
    for (let at = 0; at < count; at++) {
      this.document.switchToPage(start + at);
      furnish(at + 1, count);
    }
    this.document.end();
  }
}

export const MUTED: TextStyle = { size: 8.5, colour: COLOURS.muted };
