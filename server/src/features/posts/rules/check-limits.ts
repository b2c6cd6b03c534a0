import type { Connector } from '../../../core/connector.ts';
import { ApiError } from '../../../core/errors.ts';
import { compact } from '../../../lib/compact.ts';
import type { TargetInput } from '../model/post.ts';
import { MEDIA_COUNT_RULES } from './check-media.ts';
import { MEDIA_ITEM_RULES } from './check-media-items.ts';
import { POST_RULES } from './check-post.ts';
import { SOURCE_RULES } from './check-sources.ts';
import { TEXT_RULES } from './check-text.ts';
import { type Checked, contentOn, type KnownMedia, type PostContent } from './checked-content.ts';
import { textLength } from './lengths.ts';
import { type Finding, type Part, type Rule, type Sheet, sheetFor } from './rule.ts';

/** Content that a platform rejects (`error`) or ignores (`warning`). */
export interface Issue extends Finding {
  readonly rule: string;
  readonly severity: 'error' | 'warning';
  readonly rejection: NonNullable<Rule<unknown>['rejection']>;
  readonly segmentIndex?: number;
}

/** Rules for each part of a thread. The post itself is the first part. */
export const PART_RULES: readonly Rule<Part>[] = [
  ...TEXT_RULES,
  ...MEDIA_COUNT_RULES,
  ...SOURCE_RULES,
  ...MEDIA_ITEM_RULES,
];
export { POST_RULES };

const REFUSAL = { code: 'invalid_request', detailCode: 'validation.field_invalid' } as const;

type AnyRule = Pick<Rule<unknown>, 'id' | 'severity'>;

/** The issues of a content on a platform, by those rules of its data sheet that `asks` names. Empty when there are none. */
export function issuesOf(
  connector: Connector,
  content: Checked,
  asks: (rule: AnyRule) => boolean = () => true,
): Issue[] {
  const sheet = sheetFor(connector, content.options);
  const partRules = PART_RULES.filter(asks);
  const { media, options } = content;
  const text = sheet.kind.textIgnored === true ? '' : content.text;
  const issues: Issue[] = [];
  apply(partRules, sheet, { text, media, options, isSegment: false }, issues);
  apply(POST_RULES.filter(asks), sheet, content, issues);
  if (connector.thread === undefined) return issues;
  for (const [segmentIndex, segment] of content.segments.entries()) {
    const found: Issue[] = [];
    apply(partRules, sheet, { ...segment, options, isSegment: true }, found);
    for (const issue of found) {
      const inside = issue.field === 'text' ? segment.textField : issue.field;
      const field = ['segments', segmentIndex, inside].filter((part) => part !== '').join('.');
      issues.push({ ...issue, field, segmentIndex });
    }
  }
  return issues;
}

/** All issues, like `issuesOf`. Other requests have their turn between two texts: a count may take long, and is kept. */
export async function issuesInTurns(
  connector: Connector,
  content: Checked,
  pause: () => Promise<void>,
): Promise<Issue[]> {
  const { limits } = sheetFor(connector, content.options);
  for (const { text } of [content, ...content.segments]) {
    textLength(limits, text);
    await pause();
  }
  return issuesOf(connector, content);
}

/** Adds the issues that the rules find. Every target of every post passes here, so only found issues build objects. */
function apply<Subject>(rules: readonly Rule<Subject>[], sheet: Sheet, subject: Subject, issues: Issue[]): void {
  for (const { id: rule, severity, rejection = REFUSAL, find } of rules) {
    const found = find(sheet, subject);
    if (found === undefined) continue;
    for (const { message, ...finding } of 'field' in found ? [found] : found)
      issues.push({ ...finding, message: `${sheet.connector.displayName}: ${message}`, rule, severity, rejection });
  }
}

/** The path of an issue in a request. A field that the target overrides is the target's. */
export function fieldAt(connector: Connector, field: string, index: number | undefined, target: TargetInput): string {
  const [first = '', second = '', ...rest] = field.split('.');
  if (first === 'platform_data') {
    const own = target.platform_data;
    const isOwn = index !== undefined && own !== undefined && (second === '' || Object.hasOwn(own, second));
    const place = isOwn ? `targets.${index}.platform_data` : `platform_data.${connector.platform}`;
    return [place, second, ...rest].filter((part) => part !== '').join('.');
  }
  const isOwn = index !== undefined && target[first as keyof TargetInput] !== undefined;
  return isOwn ? `targets.${index}.${field}` : field;
}

/** Throws the first error of a post on one target, with field, rule and limit. 400 unless the rule has another code. */
export async function assertNoIssues(
  connector: Connector,
  said: PostContent,
  target: TargetInput,
  index: number,
  { known = new Map(), pause }: { readonly known?: KnownMedia; readonly pause: () => Promise<void> },
): Promise<void> {
  const content = contentOn(connector.platform, said, target, known);
  const errors = (await issuesInTurns(connector, content, pause)).filter(({ severity }) => severity === 'error');
  throwIssue(connector, errors[0], target, index);
}

/** Like `assertNoIssues`, for sources only, which are checked even when other rules are skipped. */
export function assertSources(connector: Connector, said: PostContent, target: TargetInput, index: number): void {
  const content = contentOn(connector.platform, said, target, new Map());
  const [wrong] = issuesOf(connector, content, ({ id }) => SOURCE_RULES.some((rule) => rule.id === id));
  throwIssue(connector, wrong, target, index);
}

function throwIssue(connector: Connector, issue: Issue | undefined, target: TargetInput, index: number): void {
  if (issue === undefined) return;
  const { rejection, message, field, rule, limit } = issue;
  const facts = compact({ platform: connector.platform, rule, target: index, max: limit });
  const meta = { field: fieldAt(connector, field, index, target), ...facts };
  throw new ApiError(rejection.code, message, meta, rejection.detailCode);
}
