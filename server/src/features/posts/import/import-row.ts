import type { z } from 'zod';
import { ApiError, type ErrorCode, invalid } from '../../../core/errors.ts';
import { compact } from '../../../lib/compact.ts';
import { exceededBound } from '../../../lib/json/measure.ts';
import { storageFaultOf } from '../../../lib/storable-text.ts';
import { CreatePostInput } from '../compose/create-post-input.ts';
import type { PostInput } from '../compose/named-targets.ts';
import { COLUMNS, type Column, type Layout, readCells } from './import-columns.ts';

/** Why a row was not imported. */
export interface RowError {
  readonly row: number;
  /** The column. */
  readonly field?: Column;
  readonly code: ErrorCode;
  readonly message: string;
}

/** Those of a JSON body. */
const JSON_BOUNDS = { levelsMax: 32, valuesMax: 20_000 };

/** The row as the input of `create_post`. Throws ApiError for the first fault. */
export function toPostInput(cells: readonly string[], layout: Layout): PostInput {
  const values = readCells(cells, layout);
  const { text, title, first_comment, board_id } = values;
  const boardId = board_id === undefined ? {} : { board_id: board_id.trim() };
  const accountIds = listOf(values.account_ids);
  if (board_id !== undefined && accountIds.length === 0)
    throw invalid('board_id', 'board_id needs an account in account_ids.');
  const targets = accountIds.map((id) => ({ account_id: id, ...boardId }));
  const request = present({
    text,
    title,
    first_comment,
    scheduled_at: values.scheduled_at?.trim(),
    timezone: values.timezone?.trim(),
    // Spreadsheets capitalise first words.
    visibility: values.visibility?.trim().toLowerCase(),
    platform_data: jsonOf(values.platform_data),
    media: listOf(values.media_urls).map((source) => ({ source_type: 'url', source })),
    targets,
  });
  const result = CreatePostInput.safeParse(request);
  if (result.success) return { ...result.data, targets };
  throw fromIssue(result.error.issues[0]);
}

/** More than any list of a post may hold, so that a longer one is rejected by its schema. */
const LIST_MAX = 1000;

function listOf(cell: string | undefined): string[] {
  return (cell ?? '')
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .slice(0, LIST_MAX);
}

function present(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function jsonOf(cell: string | undefined): unknown {
  if (cell === undefined) return undefined;
  if (exceededBound(Buffer.from(cell), JSON_BOUNDS) !== undefined)
    throw invalid('platform_data', 'platform_data is nested too deep or holds too many values.');
  let value: unknown;
  try {
    value = JSON.parse(cell);
  } catch {
    throw invalid('platform_data', 'platform_data is not valid JSON.');
  }
  if (storageFaultOf(value) !== undefined)
    throw invalid('platform_data', 'platform_data holds NUL characters or halves of characters.');
  return value;
}

function fromIssue(issue: z.core.$ZodIssue | undefined): ApiError {
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const path = [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])].join('.');
  const column = columnOf(path) ?? path;
  return invalid(path, unknown === undefined ? `${column}: ${issue?.message}.` : `${column} is not supported.`);
}

/** The error of a row, with its column. Errors that are not about the row are thrown on. */
export function toRowError(error: unknown, row: number): RowError {
  if (!(error instanceof ApiError) || (error.status >= 500 && error.code !== 'not_supported')) throw error;
  const field = error.code === 'account_not_found' ? 'account_ids' : columnOf(error.meta?.field ?? '');
  return compact({ row, field, code: error.code, message: error.message.slice(0, 500) });
}

const COLUMN_BY_FIELD: Readonly<Record<string, Column>> = {
  targets: 'account_ids',
  account_id: 'account_ids',
  media: 'media_urls',
};

/** The column that holds a field of the request. */
function columnOf(path: string): Column | undefined {
  const [name = ''] = path.replace(/^targets\.\d+\./, '').split('.');
  return COLUMNS.find((column) => column === name) ?? COLUMN_BY_FIELD[name];
}
