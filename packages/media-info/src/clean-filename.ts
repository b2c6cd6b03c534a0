const BYTES_MAX = 200;
const EXTENSION_LENGTH_MAX = 10;
/** Control characters, direction marks and other invisible characters. */
const INVISIBLE = /[\x00-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;
/** Some file systems do not allow these. */
const RESERVED = /[<>:"|?*]/g;
/** Windows reserves these names for devices. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** A name that can be shown and saved anywhere: no folders, no invisible characters, 1 to 200 bytes. */
export function cleanFilename(name: string): string {
  const last = name.toWellFormed().normalize('NFC').replaceAll(INVISIBLE, '').split(/[/\\]/).at(-1) ?? '';
  const visible = last
    .replaceAll(RESERVED, '_')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[ .]+|(?<![ .])[ .]+$/g, '');
  if (visible === '') return 'file';
  return shorten(DEVICES.test(visible) ? `_${visible}` : visible);
}

function shorten(name: string): string {
  if (Buffer.byteLength(name) <= BYTES_MAX) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= EXTENSION_LENGTH_MAX + 1 ? name.slice(dot) : '';
  const stem = extension === '' ? name : name.slice(0, dot);
  const room = BYTES_MAX - Buffer.byteLength(extension);
  const kept: string[] = [];
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter().segment(stem.slice(0, BYTES_MAX))) {
    bytes += Buffer.byteLength(segment);
    if (bytes > room) break;
    kept.push(segment);
  }
  return `${kept.join('').trimEnd() || 'file'}${extension}`.toWellFormed();
}
