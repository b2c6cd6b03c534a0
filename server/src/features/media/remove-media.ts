import type { Context } from '../../core/context.ts';
import { conflict, notFound } from '../../core/errors.ts';
import type { Tenant } from '../../core/tenant.ts';
import type { Transaction } from '../../db/database.ts';
import type { Runner } from '../../db/query.ts';
import * as media from './media.repository.ts';
import { removeFiles } from './remove-files.ts';
import * as storage from './upload/storage.repository.ts';

type Owner = Pick<Context, 'files'> & { readonly tenant: Pick<Tenant, 'id'> };

/** Marks an item as removed. 409 with the id of what still needs it: a post, or an answer that waits for a person. */
export async function markRemoved(tx: Transaction, tenantId: string, id: string): Promise<void> {
  if (!(await storage.markRemoving(tx, tenantId, id))) throw notFound('media_item', id);
  const postId = await media.waitingPostWith(tx, tenantId, id);
  if (postId !== undefined)
    throw conflict(
      `The post ${postId} still needs this item. Delete the post or take the item out of it first.`,
      { id: postId, resource: 'post' },
      'media.in_use',
    );
  const heldId = await media.heldCallWith(tx, tenantId, id);
  if (heldId !== undefined)
    throw conflict(
      `${heldId} waits for a person and needs this item. Withdraw it first.`,
      { id: heldId, resource: 'held' },
      'media.in_use',
    );
}

/** Removes the files of an item that is marked. The cleanup worker does it if this fails. */
export async function removeMarked({ files, tenant }: Owner, db: Runner, id: string): Promise<void> {
  await removeFiles(files.storage, tenant.id, id)
    // An upload address of the store may still take a file, so the cleanup worker checks again when it has expired.
    .then(() => (files.storage.copy === undefined ? media.deleteRemoved(db, tenant.id, id) : undefined))
    .catch(() => {});
}

/** Removes an item that nothing needs; 409 otherwise. */
export async function removeMedia(owner: Owner & Pick<Context, 'db'>, id: string): Promise<void> {
  await owner.db.transaction((tx) => markRemoved(tx, owner.tenant.id, id));
  await removeMarked(owner, owner.db, id);
}
