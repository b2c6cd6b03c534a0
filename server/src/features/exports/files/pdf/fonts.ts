import { fileURLToPath } from 'node:url';
import { type Font, openSync } from 'fontkit';
import type PDFDocument from 'pdfkit';

type Document = InstanceType<typeof PDFDocument>;
export type Weight = 'regular' | 'bold';

const FONTS = '@expo-google-fonts';
/** The first font that has a character shows it. */
const FACES = [
  {
    name: 'sans',
    regular: `${FONTS}/noto-sans/400Regular/NotoSans_400Regular.ttf`,
    bold: `${FONTS}/noto-sans/700Bold/NotoSans_700Bold.ttf`,
  },
  {
    name: 'arabic',
    regular: `${FONTS}/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf`,
    bold: `${FONTS}/noto-sans-arabic/700Bold/NotoSansArabic_700Bold.ttf`,
  },
  {
    name: 'hebrew',
    regular: `${FONTS}/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf`,
    bold: `${FONTS}/noto-sans-hebrew/700Bold/NotoSansHebrew_700Bold.ttf`,
  },
  {
    name: 'emoji',
    regular: `${FONTS}/noto-emoji/400Regular/NotoEmoji_400Regular.ttf`,
    bold: `${FONTS}/noto-emoji/700Bold/NotoEmoji_700Bold.ttf`,
  },
];

/** Text in one font. */
interface FontRun {
  readonly font: string;
  readonly text: string;
}

export interface Fonts {
  /** Splits a text by the fonts that have its characters. Characters of no font become U+FFFD. */
  readonly runs: (text: string, weight: Weight) => readonly FontRun[];
  /** Whether characters had to be replaced so far. */
  readonly hasReplaced: () => boolean;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

export function openFonts(document: Document): Fonts {
  const faces = FACES.map(({ name, regular, bold }) => {
    document.registerFont(`${name} regular`, pathOf(regular));
    document.registerFont(`${name} bold`, pathOf(bold));
    return { name, glyphs: openSync(pathOf(regular)) as Font };
  });
  let hasReplaced = false;
  const faceOf = (cluster: string, before: string | undefined) => {
    const has = ({ glyphs }: (typeof faces)[number]) =>
      [...cluster].every((sign) => glyphs.hasGlyphForCodePoint(sign.codePointAt(0) as number));
    // Punctuation stays in the font of its word.
    const same = faces.find(({ name }) => name === before);
    return same !== undefined && same.name !== 'emoji' && has(same) ? same : faces.find(has);
  };
  return {
    hasReplaced: () => hasReplaced,
    runs(text, weight) {
      const runs: { name: string; text: string }[] = [];
      for (const { segment } of graphemes.segment(text)) {
        const face = faceOf(segment, runs.at(-1)?.name);
        if (face === undefined) hasReplaced = true;
        const name = face?.name ?? 'sans';
        const shown = face === undefined ? '\uFFFD' : segment;
        const last = runs.at(-1);
        if (last?.name === name) last.text += shown;
        else runs.push({ name, text: shown });
      }
      return runs.map((run) => ({ font: `${run.name} ${weight}`, text: run.text }));
    },
  };
}

function pathOf(file: string): string {
  return fileURLToPath(import.meta.resolve(file));
}
