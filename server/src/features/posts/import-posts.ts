import pLimit from 'p-limit';
import { z } from 'zod';
import { hasRoom } from '../../core/billing/plans.ts';
import type { Context, Transaction } from '../../core/context.ts';
import { type ApiError, conflict, ERROR_STATUS, type ErrorCode, invalid } from '../../core/errors.ts';
import { type Upload, UploadedFile } from '../../core/files.ts';
import { defineOperation } from '../../core/operation.ts';
import { abortReasonOf } from '../../db/database.ts';
import { quotaError, roomFor, usage } from '../usage/index.ts';
import { requestRenditions, type Showing } from './compose/request-renditions.ts';
import { exampleScheduled } from './examples.ts';
import { rowsOf } from './import/csv-rows.ts';
import { textOf } from './import/csv-text.ts';
import { createImport } from './import/import-batch.ts';
import { COLUMNS, type Layout, readHeader } from './import/import-columns.ts';
import type { CsvRow } from './import/parse-csv.ts';
import * as posts from './model/post.repository.ts';
import { Post, toPost } from './model/post.ts';

const FILE_BYTES_MAX = 50 * 1024 * 1024;
const ROWS_MAX = 10_000;
const POSTS_SHOWN_MAX = 100;
/** A batch is one statement. It stays small, so that other requests run between two batches. */
const BATCH_ROWS_MAX = 200;
const BATCH_CHARACTERS_MAX = 1024 * 1024;

const NO_HEADER = `The first row names no column, so it was read as a post and the cells in this order: ${COLUMNS.join(', ')}. Name the columns in the first row if that was not meant.`;

/** Each import holds a database connection for seconds. */
const inTurn = pLimit(2);

export const importPosts = defineOperation({
  name: 'import_posts',
  summary: 'Import posts from CSV',
  description: `Makes a draft of each row of a CSV file, or a scheduled post when the row has \`scheduled_at\`. Scheduled rows cost 1 post each. Rows that are rejected stand in \`errors\`; all others are imported in one transaction. When the plan has too little left, nothing is imported: 429 \`rate_limit_exceeded\`. A file of more than ${FILE_BYTES_MAX / 1024 / 1024} MB is 413 \`payload_too_large\`; one without rows or with more than ${ROWS_MAX} is 400 \`invalid_request\`.`,
  example: { output: { total_rows: 1, created: 1, posts: [exampleScheduled] } },
  tag: 'Posts',
  http: { method: 'post', path: '/v1/posts/import', status: 200 },
  scope: 'posts:write',
  leaves: true,
  holdsItself: true,
  charge: 'post',
  upload: { field: 'file', bytesMax: FILE_BYTES_MAX },
  input: z.strictObject({
    file: UploadedFile.meta({
      description: `CSV (UTF-8, or UTF-16 with a mark) with at most ${ROWS_MAX} rows. Columns by header, else in this order: ${COLUMNS.join(', ')}. Several ids or addresses in one cell are separated by |. Only text is required; rows with scheduled_at are scheduled and cost one post each, the others become drafts`,
    }),
  }),
  output: z.object({
    total_rows: z.number().int().meta({ description: 'Rows that are not empty, without the header' }),
    created: z.number().int(),
    failed: z.number().int(),
    errors: z.array(
      z.object({
        row: z.number().int().meta({ description: 'As a spreadsheet counts: the first row of the file is 1' }),
        field: z.enum(COLUMNS).optional().meta({ description: 'The column' }),
        code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]).meta({ id: 'ErrorCode' }),
        message: z.string(),
      }),
    ),
    warnings: z.array(z.string()).meta({ description: 'What was done that may not have been meant' }),
    posts: z
      .array(Post)
      .meta({ description: `The first ${POSTS_SHOWN_MAX} posts that were made, in the file's order` }),
  }),

  async run(ctx, { file }) {
    try {
      const showing: Showing[] = [];
      const answer = await inTurn(() => ctx.commit((tx) => importFile(ctx, tx, file, showing)));
      await requestRenditions(ctx, showing);
      ctx.wake('held-media');
      return answer;
    } catch (error) {
      throw abortReasonOf(error) === 'account' ? accountGone() : error;
    }
  },
});

/** Imports the whole file in one transaction, so a killed process leaves nothing behind. */
async function importFile(ctx: Context, tx: Transaction, file: Upload, showing: Showing[]) {
  const { done, add, finish } = createImport(ctx, tx);
  let total = 0;
  const warnings: string[] = [];
  for await (const { rows, layout } of batchesOf(file)) {
    if (layout === COLUMNS && total === 0) warnings.push(NO_HEADER);
    total += rows.length;
    if (total > ROWS_MAX) throw invalid('file', `The file has more than ${ROWS_MAX} rows. Split it.`);
    await add(rows, layout);
    await assertAllowed(ctx, done.scheduled.length);
  }
  if (total === 0) throw invalid('file', 'The file has no rows with posts.');
  await finish();
  showing.push(...done.showing.values());
  const shown = await posts.byIds(tx, ctx.tenant.id, done.postIds.slice(0, POSTS_SHOWN_MAX));
  return {
    total_rows: total,
    created: done.postIds.length,
    failed: done.errors.length,
    errors: done.errors,
    warnings,
    posts: shown.map((row) => toPost(row, ctx.tenant.mode === 'live')),
    ...(ctx.request.dryRun ? { cost: { posts: done.scheduled.length } } : {}),
  };
}

/** The rows that are not empty, without the header, in batches. */
async function* batchesOf(file: Upload): AsyncGenerator<{ rows: CsvRow[]; layout: Layout }> {
  let layout: Layout | undefined;
  let rows: CsvRow[] = [];
  let characters = 0;
  for await (const record of rowsOf(textOf(file.read()), COLUMNS)) {
    if (record.cells.every((cell) => cell.trim() === '')) continue;
    if (layout === undefined) {
      const header = readHeader(record.cells);
      layout = header ?? COLUMNS;
      if (header !== undefined) continue;
    }
    rows.push(record);
    characters += record.cells.reduce((sum, cell) => sum + cell.length, 0);
    if (rows.length < BATCH_ROWS_MAX && characters < BATCH_CHARACTERS_MAX) continue;
    yield { rows, layout };
    rows = [];
    characters = 0;
  }
  if (layout !== undefined && rows.length > 0) yield { rows, layout };
}

function accountGone(): ApiError {
  return conflict('An account of the import was disconnected while it ran. Nothing was imported; send it again.', {
    resource: 'account',
  });
}

/** Ends an import that schedules more posts than the plan allows before the charge would. */
async function assertAllowed(ctx: Context, posts: number): Promise<void> {
  if (hasRoom(posts - 1, ctx.tenant.plan.postsPerPeriodMax)) return;
  const current = await usage.current(ctx.db, ctx.tenant.id);
  if (posts > roomFor('post', current)) throw quotaError('post', current);
}
