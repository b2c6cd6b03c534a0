import { describe, expect, test } from 'vitest';
import type { Connector } from '../../src/core/connector.ts';
import { proveFaults } from './faults.ts';
import type { SimulatedAccount } from './simulation.ts';
import { contentFor, failureOf, groupOf, image, MISSING_ID, newPostText, perform, shownImage } from './steps.ts';

type Connect = () => Promise<SimulatedAccount>;

/** However often the removal is sent, the post is removed once. */
export function proveRemoval(connector: Connector, connect: Connect): void {
  const removal = groupOf(connector.removal);
  const begin = async () => {
    const account = await connect();
    const { platformId } = await perform(groupOf(connector.publishing), account.session, contentFor(connector));
    const remove = (id = platformId) => perform(removal, account.session, { platformId: id });
    return { account, platformId, remove };
  };

  describe('removal', () => {
    test('takes a post down, once for all repeats', async () => {
      const { account, platformId, remove } = await begin();
      for (let time = 0; time < 3; time += 1) expect(await remove()).toMatchObject({ platformId });
      expect(await account.ledger('delete')).toMatchObject([{ platform_id: platformId, operation: 'delete_post' }]);
      if (connector.metrics === undefined) return;
      expect((await failureOf(connector.metrics(account.session, { platformId }))).kind).toBe('not_found');
    });

    test('the removal of a post that never existed succeeds', async () => {
      const { account, remove } = await begin();
      for (const id of [MISSING_ID, '../accounts', '']) expect(await remove(id)).toMatchObject({ platformId: id });
      expect(await account.ledger('delete')).toEqual([]);
    });

    test('a repeat settles a lost response', async () => {
      const { account, remove } = await begin();
      await account.fault('accept_drop', { operation: 'delete_post' });
      expect((await failureOf(remove())).kind).toBe('unknown');
      await remove();
      expect(await account.ledger('delete')).toHaveLength(1);
    });

    test('leaves the posts of others alone', async () => {
      const { remove } = await begin();
      const other = await begin();
      await remove(other.platformId).catch(({ kind }) => expect(kind).toBe('forbidden'));
      expect(await other.account.ledger('delete')).toEqual([]);
    });

    test.runIf(connector.thread)('takes a part of a thread down, and leaves the others', async () => {
      const { account, platformId: rootId, remove } = await begin();
      const part = { content: contentFor(connector), parentId: rootId, rootId };
      const { platformId } = await perform(groupOf(connector.thread), account.session, part);
      await remove(platformId);
      expect(await account.ledger('delete')).toMatchObject([{ platform_id: platformId, operation: 'delete_post' }]);
    });

    proveFaults('a removal', { operation: 'delete_post', ledger: 'delete' }, async () => {
      const { account, remove } = await begin();
      return { account, run: () => remove() };
    });
  });
}

/** The text changes and nothing else does. */
export function proveEditing(connector: Connector, connect: Connect): void {
  const editing = groupOf(connector.editing);
  const begin = async () => {
    const account = await connect();
    const content = contentFor(connector, [image]);
    const { platformId } = await perform(groupOf(connector.publishing), account.session, content);
    const edit = (text: string, id = platformId) => perform(editing, account.session, { platformId: id, text });
    return { account, platformId, edit };
  };

  describe('editing', () => {
    test('changes the text and keeps the media, the same for all repeats', async () => {
      const { account, platformId, edit } = await begin();
      const text = newPostText(connector, 'Better');
      for (let time = 0; time < 3; time += 1) expect(await edit(text)).toMatchObject({ platformId });
      const kept = { platform_id: platformId, text, media: [shownImage(connector)], operation: 'edit_post' };
      expect((await account.ledger('edit')).at(-1)).toMatchObject(kept);
      const last = newPostText(connector, 'Best');
      await edit(last);
      expect((await account.ledger('edit')).at(-1)).toMatchObject({ ...kept, text: last });
      expect(await account.ledger('post')).toHaveLength(1);
    });

    test('the edit of a removed post is not_found', async () => {
      const { account, edit } = await begin();
      for (const id of [MISSING_ID, '../accounts']) {
        expect((await failureOf(edit(newPostText(connector, 'Nobody'), id))).kind).toBe('not_found');
      }
      expect(await account.ledger('edit')).toEqual([]);
    });

    test('a repeat settles a lost response', async () => {
      const { account, edit } = await begin();
      const text = newPostText(connector, 'Again');
      await account.fault('accept_drop', { operation: 'edit_post' });
      expect((await failureOf(edit(text))).kind).toBe('unknown');
      await edit(text);
      expect((await account.ledger('edit')).at(-1)).toMatchObject({ text, media: [shownImage(connector)] });
    });

    proveFaults('an edit', { operation: 'edit_post', ledger: 'edit' }, async () => {
      const { account, edit } = await begin();
      return { account, run: () => edit(newPostText(connector, 'Better')) };
    });
  });
}
