import { safeMarkup } from '../safe-text.ts';
import type { WallClock } from '../wall-clock.ts';
import { zip } from '../zip.ts';
import { type Sheet, sheetXml, XML } from './sheet.ts';
import { stylesXml } from './styles.ts';

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const TYPE_OF_XML = 'application/xml';
const TYPE_OF_RELATIONS = 'application/vnd.openxmlformats-package.relationships+xml';

export const WORKBOOK_TYPE = `${TYPES}.sheet`;

/** An Excel workbook (ECMA-376). Rows are read as the file is taken; none are kept. */
export function workbook(sheets: readonly Sheet[], clock: WallClock, writtenAt: Date): AsyncIterable<Uint8Array> {
  const parts = [
    text('[Content_Types].xml', contentTypesXml(sheets)),
    text('_rels/.rels', relationsXml([`${OFFICE}/officeDocument xl/workbook.xml`])),
    text('xl/workbook.xml', workbookXml(sheets)),
    text('xl/_rels/workbook.xml.rels', relationsXml([...sheets.map(sheetRelation), `${OFFICE}/styles styles.xml`])),
    text('xl/styles.xml', stylesXml()),
    ...sheets.map((sheet, at) => ({
      path: `xl/worksheets/sheet${at + 1}.xml`,
      content: () => sheetXml(sheet, clock),
    })),
  ];
  return zip(parts, writtenAt);
}

function text(path: string, xml: string) {
  return {
    path,
    async *content() {
      yield XML + xml;
    },
  };
}

function contentTypesXml(sheets: readonly Sheet[]): string {
  const override = (path: string, type: string) =>
    `<Override PartName="/xl/${path}" ContentType="${TYPES}.${type}+xml"/>`;
  const all = sheets.map((_, at) => override(`worksheets/sheet${at + 1}.xml`, 'worksheet'));
  return [
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="${TYPE_OF_RELATIONS}"/>`,
    `<Default Extension="xml" ContentType="${TYPE_OF_XML}"/>${override('workbook.xml', 'sheet.main')}`,
    `${override('styles.xml', 'styles')}${all.join('')}</Types>`,
  ].join('');
}

function sheetRelation(_: Sheet, at: number): string {
  return `${OFFICE}/worksheet worksheets/sheet${at + 1}.xml`;
}

function relationsXml(relations: readonly string[]): string {
  const all = relations.map((relation, at) => {
    const [type, target] = relation.split(' ');
    return `<Relationship Id="rId${at + 1}" Type="${type}" Target="${target}"/>`;
  });
  return `<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;
}

function workbookXml(sheets: readonly Sheet[]): string {
  const all = sheets.map(
    ({ name }, at) => `<sheet name="${safeMarkup(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  return `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${all.join('')}</sheets></workbook>`;
}
