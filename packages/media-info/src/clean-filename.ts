const BYTES_MAX = 200;
const EXTENSION_LENGTH_MAX = 10;
/** Control characters, marks that turn the direction of writing, and what is not seen at all. */
const UNSEEN = /[\x00-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;
const REFUSED_BY_SYSTEMS = /[<>:"|?*]/g;
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** A name that can be shown and saved anywhere: no folders, nothing invisible, at most 200 bytes, never empty. */
export function cleanFilename(name: string): string {
  const last = name.toWellFormed().normalize('NFC').replaceAll(UNSEEN, '').split(/[/\\]/).at(-1) ?? '';
  const visible = last
    .replaceAll(REFUSED_BY_SYSTEMS, '_')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[ .]+|[ .]+$/g, '');
  if (visible === '') return 'file';
  return shortened(DEVICES.test(visible) ? `_${visible}` : visible);
}

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= BYTES_MAX) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= EXTENSION_LENGTH_MAX + 1 ? name.slice(dot) : '';
  const stem = extension === '' ? name : name.slice(0, dot);
  const room = BYTES_MAX - Buffer.byteLength(extension);
  const letters: string[] = [];
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter().segment(stem.slice(0, BYTES_MAX))) {
    bytes += Buffer.byteLength(segment);
    if (bytes > room) break;
    letters.push(segment);
  }
  return `${letters.join('').trimEnd() || 'file'}${extension}`.toWellFormed();
}
