import type { Drawing, Shape } from '../charts/drawing.ts';
import { cutText, safeMarkup } from '../safe-text.ts';

const ANCHORS = { left: 'start', middle: 'middle', right: 'end' };
/** The average width of a letter, as a part of the size. */
const LETTER_WIDTH = 0.55;

/** The drawing as SVG inside HTML. `title` is what screen readers say. */
export function svgOf({ width, height, shapes }: Drawing, title: string): string {
  const inner = shapes.map(shapeXml).join('');
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${safeMarkup(title)}">${inner}</svg>`;
}

function shapeXml(shape: Shape): string {
  switch (shape.kind) {
    case 'line':
      return `<path d="${shape.path}" fill="none" stroke="${shape.colour}" stroke-width="${shape.thickness}"/>`;
    case 'area':
      return `<path d="${shape.path}" fill="${shape.colour}" fill-opacity="${shape.opacity ?? 1}"/>`;
    case 'words': {
      const { text, x, y, align, size, colour, widthMax } = shape;
      const shown = widthMax === undefined ? text : cutText(text, Math.floor(widthMax / (size * LETTER_WIDTH)));
      const place = `x="${x}" y="${y}" text-anchor="${ANCHORS[align]}"`;
      return `<text ${place} font-size="${size}" fill="${colour}"><tspan>${safeMarkup(shown)}</tspan></text>`;
    }
  }
}
