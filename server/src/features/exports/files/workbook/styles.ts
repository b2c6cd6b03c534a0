interface Style {
  readonly format?: string;
  readonly font?: 'bold' | 'title' | 'white' | 'muted';
  readonly fill?: 'dark' | 'light';
  readonly align?: 'top' | 'wrap' | 'right';
}

/** The look of cells. */
const STYLES = {
  plain: {},
  text: { align: 'top' },
  wrapped: { align: 'wrap' },
  header: { font: 'white', fill: 'dark', align: 'wrap' },
  title: { font: 'title' },
  section: { font: 'bold', fill: 'light' },
  label: { font: 'muted', align: 'top' },
  note: { font: 'muted', align: 'top' },
  integer: { format: '#,##0', align: 'top' },
  decimal: { format: '#,##0.00', align: 'top' },
  instant: { format: 'yyyy-mm-dd hh:mm', align: 'top' },
  day: { format: 'yyyy-mm-dd', align: 'top' },
  seconds: { format: '[h]:mm:ss', align: 'top' },
} as const satisfies Record<string, Style>;

export type StyleName = keyof typeof STYLES;

const NAMES = Object.keys(STYLES) as StyleName[];

export function styleIndex(name: StyleName): number {
  return NAMES.indexOf(name);
}

const FONTS = {
  plain: '<font><sz val="11"/><name val="Calibri"/></font>',
  bold: '<font><b/><sz val="11"/><name val="Calibri"/></font>',
  title: '<font><b/><sz val="18"/><name val="Calibri"/></font>',
  white: '<font><b/><sz val="11"/><color rgb="FFFFFFFF"/><name val="Calibri"/></font>',
  muted: '<font><sz val="11"/><color rgb="FF5B6475"/><name val="Calibri"/></font>',
};

/** The first two are fixed by Excel. */
const FILLS = {
  none: '<fill><patternFill patternType="none"/></fill>',
  gray: '<fill><patternFill patternType="gray125"/></fill>',
  dark: '<fill><patternFill patternType="solid"><fgColor rgb="FF1F2A44"/></patternFill></fill>',
  light: '<fill><patternFill patternType="solid"><fgColor rgb="FFE8ECF4"/></patternFill></fill>',
};

const ALIGNMENTS = {
  top: '<alignment vertical="top"/>',
  wrap: '<alignment vertical="top" wrapText="1"/>',
  right: '<alignment vertical="top" horizontal="right"/>',
};

/** The first free id of number formats. */
const FORMAT_ID = 164;

export function stylesXml(): string {
  const styles: readonly Style[] = Object.values(STYLES);
  const formats = [...new Set(styles.flatMap(({ format }) => format ?? []))];
  const numFmts = formats.map((code, at) => `<numFmt numFmtId="${FORMAT_ID + at}" formatCode="${code}"/>`);
  const xfs = styles.map(({ format, font = 'plain', fill = 'none', align }) => {
    const formatId = format === undefined ? 0 : FORMAT_ID + formats.indexOf(format);
    const fontId = Object.keys(FONTS).indexOf(font);
    const fillId = Object.keys(FILLS).indexOf(fill);
    const attributes = `numFmtId="${formatId}" fontId="${fontId}" fillId="${fillId}" borderId="0" xfId="0"`;
    const applied = 'applyNumberFormat="1" applyFont="1" applyFill="1" applyAlignment="1"';
    return `<xf ${attributes} ${applied}>${align === undefined ? '' : ALIGNMENTS[align]}</xf>`;
  });
  return [
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    list('numFmts', numFmts),
    list('fonts', Object.values(FONTS)),
    list('fills', Object.values(FILLS)),
    list('borders', ['<border><left/><right/><top/><bottom/><diagonal/></border>']),
    list('cellStyleXfs', ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>']),
    list('cellXfs', xfs),
    list('cellStyles', ['<cellStyle name="Normal" xfId="0" builtinId="0"/>']),
    '</styleSheet>',
  ].join('');
}

function list(name: string, parts: readonly string[]): string {
  return `<${name} count="${parts.length}">${parts.join('')}</${name}>`;
}
