export interface Parameter {
  readonly name?: string;
  readonly in?: string;
  readonly $ref?: string;
  readonly example?: unknown;
}

/** The parts of an operation in `openapi.json` that the generator reads. */
export interface DescribedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: object }>> };
  readonly responses: Readonly<Record<string, unknown>>;
}

/** Methods that the rule would name badly. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  // `media.upload` takes files and streams of any size.
  upload_media: 'uploadSmall',
  list_account_reviews: 'listByAccount',
  list_post_analytics: 'listPosts',
  list_account_analytics: 'listAccounts',
};

/**
 * The resource is the last word of the tag in lower case: `API keys` gives `keys`. The method is the operation id without
 * the words of the resource, in one or many, and without a `to` at its end: `list_post_attempts` gives `listAttempts`.
 */
export function nameOf({ operationId, tags }: DescribedOperation): { resource: string; method: string } {
  const resource = tags[0]?.toLowerCase().split(' ').at(-1) ?? '';
  const nouns = [resource, resource.replace(/s$/, '')];
  const words = operationId.split('_').filter((word) => !nouns.includes(word));
  if (words.at(-1) === 'to') words.pop();
  const [verb = '', ...rest] = words;
  const method = verb + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return { resource, method: EXCEPTIONS[operationId] ?? method };
}
