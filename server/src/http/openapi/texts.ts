type Json = Record<string, unknown>;

/** Prefixes of our ids, by the names of the fields that hold them. */
const PREFIXES: Readonly<Record<string, string>> = {
  account_id: 'acc',
  webhook_id: 'wh',
  conversation_id: 'conv',
};

/** Addresses that are never anything else. Those that platforms tell are passed on as they are. */
const ADDRESS = /^(csv|download|excel|jsonl|pdf|report|upload)_url$/;

/** Adds the format or the pattern to the text fields of a response's schema whose name promises one. */
export function markTexts(schema: Json): void {
  for (const [name, field] of Object.entries((schema.properties ?? {}) as Record<string, Json>)) {
    const text = textOf(field);
    if (text === undefined) continue;
    const prefix = PREFIXES[name];
    // Times are named so everywhere.
    if (name.endsWith('_at')) text.format ??= 'date-time';
    if (ADDRESS.test(name)) text.format ??= 'uri';
    if (prefix !== undefined) text.pattern ??= `^${prefix}_`;
  }
  for (const part of Object.values(schema)) if (part !== null && typeof part === 'object') markTexts(part as Json);
}

/** The part of a field's schema that is a text without a form. */
function textOf(field: Json): Json | undefined {
  const branches = (field.anyOf ?? [field]) as Json[];
  return branches.find(
    ({ type, enum: words, const: word }) => type === 'string' && words === undefined && word === undefined,
  );
}
