/**
 * Puts values of earlier answers into a text: `{result=name:$.data.*.id}` becomes the ids, with commas between them.
 * `answerOf` gives the parsed answer of a name.
 */
export function withReferences(
  text: string,
  responseOf: (name: string) => unknown,
  encode: (value: string) => string,
): string {
  return text.replace(/\{result=([\w-]+):(\$[^{}]*)\}/g, (_found, name: string, path: string) =>
    encode(valuesAt(responseOf(name), path).join()),
  );
}

/** The part of JSONPath that is in use: `$.a.b`, `[0]`, `*` and `[*]`. */
function valuesAt(root: unknown, path: string): string[] {
  const steps = path.match(/\w+|\*/g) ?? [];
  let values: unknown[] = [root];
  for (const step of steps)
    values = values.flatMap((value) => {
      if (typeof value !== 'object' || value === null) return [];
      if (step === '*') return Object.values(value);
      const inner = (value as Record<string, unknown>)[step];
      return inner === undefined ? [] : [inner];
    });
  return values.map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)));
}
