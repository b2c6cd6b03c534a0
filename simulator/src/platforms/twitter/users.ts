import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { readQuery } from './parameters.ts';
import { personById, personByName } from './people.ts';
import { invalidRequest, notFoundEntry } from './problems.ts';
import { userRules, wanted } from './reading/fields.ts';
import { userObject } from './reading/render.ts';
import type { Person, Store } from './store.ts';

/** https://docs.x.com/x-api/users/lookup/introduction */
export function readMe(store: Store, call: Call): PlatformResponse {
  return one(store, call, 'id', call.account?.platform_id ?? '', personById);
}

export function readUserByName(store: Store, call: Call): PlatformResponse {
  const username = call.param('username');
  if (!/^\w{1,15}$/.test(username)) {
    const message = `The \`username\` query parameter value [${username}] does not match ^[A-Za-z0-9_]{1,15}$`;
    throw invalidRequest({ name: 'username', value: username, message });
  }
  return one(store, call, 'username', username, personByName);
}

type Find = (store: Store, value: string) => Person | undefined;

function one(store: Store, call: Call, parameter: string, value: string, find: Find): PlatformResponse {
  const query = readQuery(call, userRules);
  const person = find(store, value);
  if (!person) return json({ errors: [notFoundEntry('user', parameter, value)] });
  return json({ data: userObject(store, person, wanted(query)) });
}
