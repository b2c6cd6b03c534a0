import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { worldOf } from '../worlds/enter-world.ts';
import { prefixOf } from './addresses.ts';
import { runCall } from './run-call.ts';

/** Every address of every platform. */
export function platformRoutes(app: FastifyInstance): void {
  async function response(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { platform: name } = request.params as { platform: string };
    const world = worldOf(request);
    const platform = world.platforms.get(name);
    const path = request.url.split(/[?#]/, 1)[0] ?? '';
    const host = hostOf(name, Object.keys(platform?.definition.hosts ?? {}), path);
    if (platform && host !== undefined) return runCall(world, platform, host, request, reply);
    reply.callNotFound();
    return reply;
  }

  app.all('/:platform', response);
  app.all('/:platform/*', response);
}

/** The host whose prefix the path has; one that has a name of its own comes first. */
function hostOf(platform: string, hosts: readonly string[], path: string): string | undefined {
  return hosts
    .toSorted((a, b) => b.length - a.length)
    .find((host) => `${path}/`.startsWith(`${prefixOf(platform, host)}/`));
}
