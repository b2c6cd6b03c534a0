import { z } from 'zod';
import { notFound } from '../../core/errors.ts';
import { ourId } from '../../core/ids.ts';
import { VisibleText } from '../../lib/printable.ts';
import * as people from './person.repository.ts';
import * as sessions from './session.repository.ts';
import { describeSignedIn, SignedIn } from './sign-in.ts';
import { definePersonOperation } from './visit.ts';

const Ok = z.object({ ok: z.boolean() });
export const PersonName = VisibleText.min(1, 'must not be empty').max(100);

const getSession = definePersonOperation({
  name: 'get_session',
  summary: 'Get the session',
  description: 'Tells who has signed in in this browser, and what the person may do in which workspace.',
  http: { method: 'get', path: '/session', status: 200 },
  needs: 'session',
  input: z.strictObject({}),
  output: SignedIn,
  run: (visit) => describeSignedIn(visit, visit.session),
});

const updatePerson = definePersonOperation({
  name: 'update_person',
  summary: 'Update your name',
  description: 'Changes the name that others see.',
  example: { input: { name: 'Ana Lima' } },
  http: { method: 'patch', path: '/session', status: 200 },
  needs: 'session',
  input: z.strictObject({ name: PersonName }),
  output: SignedIn,

  async run(visit, { name }) {
    await people.rename(visit.db, visit.userId, name);
    return describeSignedIn(visit, visit.session);
  },
});

const signOut = definePersonOperation({
  name: 'sign_out',
  summary: 'Sign out',
  description: 'Ends the session of this browser.',
  http: { method: 'delete', path: '/session', status: 200 },
  needs: 'session',
  input: z.strictObject({}),
  output: Ok,

  async run(visit) {
    await sessions.end(visit.db, visit.userId, visit.session.id);
    visit.forget();
    return { ok: true };
  },
});

const Session = z
  .object({
    id: ourId('ses'),
    ip: z.string(),
    agent: z.string().meta({ description: 'The browser, as it names itself' }),
    signed_in_at: z.string(),
    seen_at: z.string().meta({ description: 'Noted once a minute' }),
    expires_at: z.string(),
    is_current: z.boolean(),
  })
  .meta({ id: 'Session' });

const listSessions = definePersonOperation({
  name: 'list_sessions',
  summary: 'List your sessions',
  description:
    'Lists where the person is signed in, the last used first. A session ends 14 days after its last use, and after 90 days.',
  http: { method: 'get', path: '/session/all', status: 200 },
  needs: 'session',
  input: z.strictObject({}),
  output: z.object({ data: z.array(Session), count: z.number().int() }),

  async run(visit) {
    const data = (await sessions.list(visit.db, visit.userId)).map((row) => ({
      id: row.id,
      ip: row.ip,
      agent: row.agent,
      signed_in_at: row.created_at.toISOString(),
      seen_at: row.seen_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
      is_current: row.id === visit.session.id,
    }));
    return { data, count: data.length };
  },
});

const endSession = definePersonOperation({
  name: 'end_session',
  summary: 'End a session',
  description: 'Ends one session of the person, within a second.',
  http: { method: 'delete', path: '/session/all/{session_id}', status: 200 },
  needs: 'session',
  input: z.strictObject({ session_id: z.string().min(1).max(200) }),
  output: Ok,

  async run(visit, { session_id: id }) {
    if (!(await sessions.end(visit.db, visit.userId, id))) throw notFound('session', id);
    return { ok: true };
  },
});

export const sessionOperations = [getSession, updatePerson, signOut, listSessions, endSession];
