import { json } from '../../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../../core/platform.ts';
import { requireScope } from '../../meta/errors.ts';
import { type NodeType, project, requestedFields } from '../../meta/node.ts';
import { dayMs } from '../../meta/time.ts';
import { scopes } from '../scopes.ts';
import type { ContainerRow, Threads } from '../store.ts';

type Status = 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED';

export function statusOf(container: ContainerRow, now: number): Status {
  if (container.media_id !== null) return 'PUBLISHED';
  if (now - container.created_at >= dayMs) return 'EXPIRED';
  if (container.polls_left > 0) return 'IN_PROGRESS';
  return container.error_message === null ? 'FINISHED' : 'ERROR';
}

/** `GET /{container}`: every look at an unfinished container brings it one poll closer to its end. */
export function readStatus({ world, store }: Threads, call: Call, container: ContainerRow): PlatformResponse {
  requireScope(call, scopes.basic);
  const response = json(project(containerType(world.clock.now()), container, requestedFields(call)));
  if (container.polls_left > 0)
    call.effect(() => store.containers.put(container.id, { ...container, polls_left: container.polls_left - 1 }));
  return response;
}

function containerType(now: number): NodeType<ContainerRow> {
  return {
    name: null,
    defaults: ['id', 'status'],
    fields: {
      id: ({ id }) => id,
      status: (row) => statusOf(row, now),
      error_message: (row) => (statusOf(row, now) === 'ERROR' ? (row.error_message ?? undefined) : undefined),
    },
  };
}
