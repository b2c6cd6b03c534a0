import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { PlatformErrorKind } from '../../core/platform-error.ts';
import { type FakeResponse, fakeSession, toResponse } from '../shared/meta/session.fake.ts';
import { actOnLinkedIn, callLinkedIn, putFile, toRejection } from './client.ts';

const now = new Date('2026-03-01T12:00:00Z');

function linkedInError(status: number, code: string, message = 'No.'): FakeResponse {
  return { status, json: { status, code, message } };
}

function rejection(response: FakeResponse) {
  return toRejection(toResponse(response), now);
}

test.each<[number, string, string, PlatformErrorKind]>([
  [401, 'INVALID_ACCESS_TOKEN', 'Invalid access token', 'auth_expired'],
  [401, 'REVOKED_ACCESS_TOKEN', 'The token used in the request has been revoked by the user', 'auth_expired'],
  [403, 'ACCESS_DENIED', 'Not enough permissions to access: posts.CREATE', 'forbidden'],
  [400, 'ILLEGAL_ARGUMENT', 'No', 'rejected'],
  [400, 'VERSION_MISSING', 'A version must be present', 'rejected'],
  [426, 'NONEXISTENT_VERSION', 'Requested version 20240101 is not active', 'rejected'],
  [422, 'DUPLICATE_POST', 'Content is a duplicate of urn:li:share:684', 'unknown'],
  [422, 'UNPROCESSABLE_ENTITY', 'The media asset is not ready', 'unavailable'],
  [404, 'RESOURCE_NOT_FOUND', 'No', 'not_found'],
  [409, 'CONFLICT', 'No', 'unavailable'],
  [429, 'TOO_MANY_REQUESTS', 'No', 'rate_limited'],
  [400, 'TOO_MANY_REQUESTS', 'Comment create throttled for this member', 'rate_limited'],
])('%i %s "%s" is %s', (status, code, words, kind) => {
  expect(rejection(linkedInError(status, code, words))?.kind).toBe(kind);
});

test('names our field, and a remedy for an ended version', () => {
  const tooLong = linkedInError(400, 'FIELD_LENGTH_TOO_LONG', 'The field /commentary is too long');
  expect(rejection(tooLong)?.facts).toMatchObject({ field: 'text', platformCode: 'FIELD_LENGTH_TOO_LONG' });
  expect(rejection(linkedInError(426, 'NONEXISTENT_VERSION'))?.facts.remedy).toContain('Update Hubbub');
  expect(rejection(linkedInError(422, 'DUPLICATE_POST'))?.facts.platformCode).toBe('duplicate');
});

test.each([
  ['Resource level throttle APPLICATION DAY limit for calls to this resource is reached.', 12 * 3600, true],
  ['Resource level throttle MEMBER DAY limit for calls to this resource is reached.', 12 * 3600, undefined],
  ['Comment create throttled', 120, undefined],
])('%s', (words, retryAfterSeconds, wholeApp) => {
  const { facts } = rejection(linkedInError(429, 'TOO_MANY_REQUESTS', words)) ?? {};
  expect([facts?.retryAfterSeconds, facts?.wholeApp]).toEqual([retryAfterSeconds, wholeApp]);
});

test.each([
  ['a page of a proxy', { status: 403, text: '<html>No</html>' }],
  ['nothing', { status: 400, text: '' }],
  ['a server error with words', linkedInError(500, 'INTERNAL', 'Unable to obtain activity')],
  ['a redirect', { status: 302, text: '' }],
])('%s says nothing about what happened', (_name, response) => {
  expect(rejection(response)).toBeUndefined();
});

test('calls carry version and protocol, and queries as they are written', async () => {
  const { session, requests } = fakeSession(() => ({ json: {} }));
  const hosts = { api: 'https://api.test', www: 'https://www.test' };
  const request = { method: 'GET', path: '/rest/x', query: 'ids=List(urn%3Ali%3A1)', restMethod: 'FINDER' } as const;
  await callLinkedIn({ ...session, hosts }, 'read', request, z.unknown());
  expect(requests[0]).toMatchObject({
    url: 'https://api.test/rest/x?ids=List(urn%3Ali%3A1)',
    headers: { 'linkedin-version': '202607', 'x-restli-protocol-version': '2.0.0', 'x-restli-method': 'FINDER' },
  });
});

test('an effect with an unexpected body is unknown', async () => {
  const { session } = fakeSession(() => ({ text: '<html></html>' }));
  const act = actOnLinkedIn({ ...session, hosts: { api: 'https://api.test' } }, { method: 'DELETE', path: '/rest/x' });
  await expect(act).rejects.toMatchObject({ kind: 'unknown' });
});

describe('the token goes to LinkedIn only', () => {
  const put = async (www: string, address: string) => {
    const { session, requests } = fakeSession(() => ({ status: 201 }));
    const hosts = { api: 'https://api.test', www };
    await putFile({ ...session, hosts }, address, new Uint8Array(1), 'image/png').catch(() => undefined);
    return requests[0]?.url;
  };

  test.each([
    [
      'https://www.linkedin.com',
      'https://www.linkedin.com/dms-uploads/1?a=b',
      'https://www.linkedin.com/dms-uploads/1?a=b',
    ],
    ['https://www.linkedin.com', 'https://dms.linkedin.com/1', 'https://dms.linkedin.com/1'],
    ['https://www.linkedin.com', 'https://www.linkedin.com.evil.example/1', undefined],
    ['https://www.linkedin.com', 'http://www.linkedin.com/1', undefined],
    ['https://www.linkedin.com', 'nonsense', undefined],
    [
      'http://127.0.0.1:1/linkedin/www',
      'https://www.linkedin.com/dms-uploads/1?a=b',
      'http://127.0.0.1:1/linkedin/www/dms-uploads/1?a=b',
    ],
    [
      'http://127.0.0.1:1/linkedin/www',
      'http://127.0.0.1:1/linkedin/www/dms-uploads/1',
      'http://127.0.0.1:1/linkedin/www/dms-uploads/1',
    ],
    ['http://127.0.0.1:1/linkedin/www', 'https://dms.linkedin.com/1', undefined],
  ])('%s: %s', async (www, address, asked) => {
    expect(await put(www, address)).toBe(asked);
  });
});
