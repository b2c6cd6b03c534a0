import type { DescribedOperation } from './names.ts';
import { type Document, namedOperations, parametersOf } from './resources.ts';

const WIDTH = 80;

/** A page with one call of each method, made of the examples of `openapi.json`. */
export function toExamples(document: Document): string {
  const operations = new Map(
    Object.values(document.paths).flatMap((methods) => Object.values(methods).map((each) => [each.operationId, each])),
  );
  const sections = [...Map.groupBy(namedOperations(document), ({ resource }) => resource)].sort().map(
    ([resource, all]) =>
      `## ${resource}\n\n\`\`\`ts\n${all
        .map(({ id, summary, method, route }) => {
          const fields = fieldsOf(document, operations.get(id) as DescribedOperation, route);
          return `// ${summary}\n${statementOf(id, `hubbub.${resource}.${method}(${fields})`, route)}`;
        })
        .join('\n\n')}\n\`\`\`\n`,
  );
  return `# Examples

One call of each method, by resource. \`npm run sdk\` makes this page from the examples of [openapi.json](../openapi.json). The ids are samples: put your own in their place. With the samples, a call throws \`not_found\` or \`account_not_found\`.

The calls of \`billing\`, \`users.updateMe\`, \`users.deleteMe\` and those that change \`members\` need a live key. With a test key they throw \`conflict\`. The calls of \`people\` need the cookie of a session and the origin of a page.

\`hubbub\` is the client of [the first post](README.md#the-first-post). [Lists](README.md#lists), [uploads](README.md#media) and [the stream](README.md#events) can do more than is shown here.

${sections.join('\n')}`;
}

function statementOf(id: string, call: string, route: string): string {
  if (id === 'stream_events') return `for await (const event of ${call}) {\n  console.log(event.seq, event.type);\n}`;
  if (route.startsWith('DELETE ')) return `await ${call};`;
  return `console.log(await ${call});`;
}

/** The needed fields and those with an example; nothing when there are none. */
function fieldsOf(document: Document, operation: DescribedOperation, route: string): string {
  const given = parametersOf(document, operation)
    .filter((parameter) => parameter.in === 'path' || (parameter.in === 'query' && parameter.example !== undefined))
    .map(({ name = '', example }) => `${name}: ${literal(example)}`);
  const body = operation.requestBody?.content['application/json']?.example;
  const sent = body === undefined ? [] : Object.entries(body).map(([name, value]) => `${name}: ${literal(value)}`);
  const file = route.startsWith('FORM ') ? [`file: new Blob(['…'])`] : [];
  const all = [...given, ...sent, ...file];
  return all.length === 0 ? '' : fitted('{', all, '}', ' ', 0);
}

/** A value as a person would write it. */
function literal(value: unknown, depth = 1): string {
  if (Array.isArray(value))
    return fitted(
      '[',
      value.map((each) => literal(each, depth + 1)),
      ']',
      '',
      depth,
    );
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([name, each]) => `${/^[a-z_]\w*$/i.test(name) ? name : `'${name}'`}: ${literal(each, depth + 1)}`,
  );
  return fields.length === 0 ? '{}' : fitted('{', fields, '}', ' ', depth);
}

/** On one line when it fits; otherwise a line for each part. */
function fitted(open: string, parts: readonly string[], close: string, space: string, depth: number): string {
  const line = `${open}${space}${parts.join(', ')}${space}${close}`;
  if (line.length + 2 * depth <= WIDTH && !line.includes('\n')) return line;
  const indent = '  '.repeat(depth);
  return `${open}\n${parts.map((part) => `${indent}  ${part},\n`).join('')}${indent}${close}`;
}
