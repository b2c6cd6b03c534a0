import type { Connector } from '../../../core/connector.ts';
import type { ErrorCode } from '../../../core/errors.ts';
import { type KindLimits, kindFor, type Limits } from '../../../core/limits.ts';
import type { Checked, CheckedMedia } from './checked-content.ts';

/** One rule of the data sheets. It checks one thing and needs only the sheet and the content. */
export interface Rule<Subject> {
  readonly id: string;
  /** A warning never rejects a post. */
  readonly severity: 'error' | 'warning';
  /** The error of a request that breaks it; default `invalid_request`. */
  readonly rejection?: { readonly code: ErrorCode; readonly detailCode: string };
  readonly find: (sheet: Sheet, subject: Subject) => readonly Finding[] | Finding | undefined;
}

/** A finding of a rule. Its message follows the platform's name. */
export interface Finding {
  /** Path from the content: `text`, `media.2.alt_text`. */
  readonly field: string;
  readonly message: string;
  readonly limit?: number;
}

/** The data sheet that applies to one content: the platform's, narrowed by the kind of post. */
export interface Sheet {
  readonly connector: Connector;
  readonly limits: Limits;
  readonly kind: KindLimits;
}

/** The post itself or a segment of its thread. */
export interface Part {
  readonly text: string;
  readonly media: readonly CheckedMedia[];
  readonly options: Checked['options'];
  readonly isSegment: boolean;
}

/** The sheet for a content. Its options may name a kind of post with limits of its own. */
export function sheetFor(connector: Connector, options: Checked['options']): Sheet {
  const { limits } = connector;
  const kind = kindFor(limits, options);
  if (kind === undefined) return { connector, limits, kind: {} };
  const narrowed = {
    ...limits,
    text: { ...limits.text, ...kind.text },
    media: { ...limits.media, ...kind.media },
    altText: { ...limits.altText, ...kind.altText },
  };
  return { connector, limits: narrowed, kind };
}

/** One finding for each wrong entry of a list. */
export function forEachItem(
  items: readonly CheckedMedia[],
  find: (item: CheckedMedia) => Omit<Finding, 'field'> | undefined,
  at: (index: number) => string = (index) => `media.${index}`,
): Finding[] {
  const findings: Finding[] = [];
  for (const [index, item] of items.entries()) {
    const found = find(item);
    if (found !== undefined) findings.push({ field: at(index), ...found });
  }
  return findings;
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

export const isImage = ({ type }: CheckedMedia) => type === 'image';
export const isVideo = ({ type }: CheckedMedia) => type === 'video';
