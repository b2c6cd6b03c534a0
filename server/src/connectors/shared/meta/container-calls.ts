import { z } from 'zod';
import type { Published } from '../../../core/effect.ts';
import { PlatformError } from '../../../core/platform-error.ts';
import type { Session } from '../../../core/session.ts';
import { compact } from '../../../lib/compact.ts';
import { bestEffort } from '../best-effort.ts';
import { assertUnused } from './attached.ts';
import {
  type ContainerStatus,
  type Containers,
  classifyRejection,
  type Found,
  orMissing,
  waitForItems,
} from './containers.ts';
import { callGraph, type GraphApi } from './graph.ts';
import { made, text } from './wire.ts';

/** The content that one product creates a container from. */
export type ContainerForm = Readonly<Record<string, string | undefined>>;

interface Wire {
  /** The edge that creates containers; the edge that publishes them is named after it. */
  readonly edge: 'media' | 'threads';
  /** The fields with the state of a container, and their schema. */
  readonly fields: string;
  readonly status: z.ZodType<ContainerStatus>;
}

const publishedMedia = z.object({ permalink: text });

/** The calls that create, read and publish the containers of one product. */
export function containerCalls(containers: Containers, api: GraphApi, { edge, fields, status }: Wire) {
  async function createContainer(session: Session, form: ContainerForm): Promise<string> {
    const path = [session.account.platformId, edge];
    return (await callGraph(session, api, { method: 'POST', path, form, response: made })).id;
  }

  /** In May 2026, reads of existing containers failed with 100/33 for days, while publishing them worked. */
  function readContainer(session: Session, container: string): Promise<Found> {
    return orMissing(
      callGraph(session, api, { method: 'GET', path: [container], query: { fields }, response: status }),
    );
  }

  /** The id of a container that the customer created, after a check that it can be published. */
  async function checkContainer(session: Session, container: string): Promise<string> {
    const read = callGraph(session, api, { method: 'GET', path: [container], query: { fields }, response: status });
    assertUnused(containers, await read);
    return container;
  }

  /** Creates the items of a carousel and waits for them. */
  async function createItems(session: Session, forms: readonly ContainerForm[]): Promise<string[]> {
    const items: string[] = [];
    for (const form of forms) items.push(await createContainer(session, form));
    await waitForItems(containers, items, (item) => readContainer(session, item));
    return items;
  }

  async function publish(session: Session, container: string): Promise<string> {
    const path = [session.account.platformId, `${edge}_publish`];
    const form = { creation_id: container };
    try {
      return (await callGraph(session, api, { method: 'POST', path, form, response: made, purpose: 'effect' })).id;
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      throw await classifyRejection(containers, error, () => readContainer(session, container));
    }
  }

  /** The address of a published post. */
  async function permalinkOf(session: Session, id: string): Promise<string | undefined> {
    const query = { fields: 'id,permalink' };
    const read = callGraph(session, api, { method: 'GET', path: [id], query, response: publishedMedia });
    return (await bestEffort(read))?.permalink;
  }

  async function publishContainer(session: Session, container: string): Promise<Published> {
    const id = await publish(session, container);
    return compact({ platformId: id, permalink: await permalinkOf(session, id) });
  }

  return { createContainer, checkContainer, readContainer, createItems, publishContainer };
}
