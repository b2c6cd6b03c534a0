import { json } from '../../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../../core/platform.ts';
import { GraphError, requireScope } from '../../meta/errors.ts';
import { type NodeType, project, requestedFields } from '../../meta/node.ts';
import { ownAccount } from '../access.ts';
import { carouselProblem } from '../errors.ts';
import { scopes } from '../scopes.ts';
import { type ContainerRow, dayMs, type Instagram, ofLastDay } from '../store.ts';
import { type ContainerOptions, readContainer } from './container-input.ts';
import { inspectMedia } from './container-media.ts';

const containersPerDay = 400;
/** A video is never ready at the first look. */
const videoPolls = 1;

/** https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media */
export async function createContainer(instagram: Instagram, call: Call): Promise<PlatformResponse> {
  const { world, store } = instagram;
  const account = ownAccount(instagram, call);
  requireScope(call, scopes.publish);
  const options = readContainer(call);
  const errorSubcode = await inspectMedia(world, options);

  const now = world.clock.now();
  const children = options.children.map((id) => childOf(instagram, account.platform_id, id));
  const today = ofLastDay(store.containers.where('account', account.platform_id), now);
  if (world.settings.rate_limits && today.length >= containersPerDay)
    throw new GraphError({
      message: '(#4) Application request limit reached',
      code: 4,
      isTransient: true,
      status: 429,
    });

  const { id } = call.effect(() => {
    const own = options.media_type === 'VIDEO' ? videoPolls : 0;
    const row = newContainer(instagram, options, {
      account: account.platform_id,
      created_at: now,
      // A carousel waits for its slowest item.
      polls_left: Math.max(own, call.notReadyPolls(), ...children.map(({ polls_left }) => polls_left)),
      error_subcode: errorSubcode ?? children.find((child) => child.error_subcode !== null)?.error_subcode ?? null,
    });
    store.containers.put(row.id, row);
    return row;
  });
  return json({ id });
}

function newContainer(
  { world }: Instagram,
  { thumbOffsetMs: _offset, ...options }: ContainerOptions,
  state: Pick<ContainerRow, 'account' | 'created_at' | 'polls_left' | 'error_subcode'>,
): ContainerRow {
  return { id: world.ids.digits('178', 17), ...options, ...state, media_id: null };
}

function childOf({ world, store }: Instagram, account: string, id: string): ContainerRow {
  const child = store.containers.get(id);
  const isUsable = child?.account === account && child.is_carousel_item && world.clock.now() - child.created_at < dayMs;
  if (!child || !isUsable) throw carouselProblem(`The media with id ${id} cannot be used as a carousel item.`);
  return child;
}

type StatusCode = 'IN_PROGRESS' | 'FINISHED' | 'ERROR' | 'EXPIRED' | 'PUBLISHED';

export function statusOf(container: ContainerRow, now: number): StatusCode {
  if (container.media_id !== null) return 'PUBLISHED';
  if (now - container.created_at >= dayMs) return 'EXPIRED';
  if (container.polls_left > 0) return 'IN_PROGRESS';
  return container.error_subcode === null ? 'FINISHED' : 'ERROR';
}

const statusTexts: Record<StatusCode, (container: ContainerRow) => string> = {
  IN_PROGRESS: () => 'In Progress: Media is still being processed.',
  FINISHED: () => 'Finished: Media has been uploaded and it is ready to be published.',
  ERROR: ({ error_subcode }) => `Error: Media upload has failed with error code ${error_subcode}`,
  EXPIRED: () => 'Expired: Media has not been published within 24 hours and can no longer be published.',
  PUBLISHED: () => 'Published: Media has been successfully published.',
};

/** `GET /{container}`: every look at an unfinished container brings it one poll closer to its end. */
export function readStatus({ world, store }: Instagram, call: Call, container: ContainerRow): PlatformResponse {
  const now = world.clock.now();
  const response = json(project(containerType(now), container, requestedFields(call)));
  if (container.polls_left > 0)
    call.effect(() => store.containers.put(container.id, { ...container, polls_left: container.polls_left - 1 }));
  return response;
}

function containerType(now: number): NodeType<ContainerRow> {
  return {
    name: 'IGMediaContainer',
    defaults: ['id'],
    fields: {
      id: ({ id }) => id,
      status_code: (row) => statusOf(row, now),
      status: (row) => statusTexts[statusOf(row, now)](row),
      copyright_check_status: ({ media_type }) =>
        media_type === 'VIDEO' ? { status: 'completed', matches_found: false } : undefined,
    },
  };
}
