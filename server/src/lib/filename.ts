const CHARACTERS_MAX = 150;

/** A name that is safe to show, to send and to store: one part of a path, no control or direction marks. Undefined when nothing is left. */
export function cleanFilename(name: string): string | undefined {
  const last = name.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const plain = last.replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff<>:"|?*]/g, '');
  const trimmed = plain.replace(/\s+/g, ' ').replace(/^[. ]+|[. ]+$/g, '');
  if (trimmed === '') return undefined;
  const characters = [...trimmed];
  if (characters.length <= CHARACTERS_MAX) return trimmed;
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(trimmed)?.[0] ?? '';
  return characters.slice(0, CHARACTERS_MAX - extension.length).join('') + extension;
}
