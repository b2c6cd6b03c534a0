import { json } from '../../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../../core/platform.ts';
import { joinedSince } from '../../../core/world/audience.ts';
import { accessDenied, illegal, notFound } from '../errors.ts';
import { grantOf, hasScope, isOrganizationOf, requireRight } from '../grants.ts';
import { compoundKeyAt, keyAt, paged, requiredIn, textIn } from '../restli.ts';
import { idOf, type LinkedIn, type MemberRow, urnOf } from '../store.ts';

/** `GET /v2/userinfo`: https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2 */
export function userinfo(linkedin: LinkedIn, call: Call): PlatformResponse {
  if (!hasScope(call, 'openid')) throw accessDenied('userinfo.GET.NO_VERSION');
  const { id, name, username } = me(linkedin, call);
  const [given_name = '', ...rest] = name.split(' ');
  const profile = {
    name,
    given_name,
    family_name: rest.join(' '),
    picture: linkedin.world.media.sample('avatar.png'),
    locale: { country: 'US', language: 'en' },
  };
  return json({
    sub: id,
    ...(hasScope(call, 'profile') && profile),
    ...(hasScope(call, 'email') && { email: `${username}@example.com`, email_verified: true }),
  });
}

/** `GET /v2/me`. */
export function readMe(linkedin: LinkedIn, call: Call): PlatformResponse {
  if (!hasScope(call, 'r_basicprofile')) throw accessDenied('me.GET');
  return json(memberView(me(linkedin, call)));
}

/** `GET /rest/people/(id:…)`: oneself, and for pages those who acted on their posts. */
export function readPerson(linkedin: LinkedIn, call: Call): PlatformResponse {
  const { id = '' } = compoundKeyAt(call, 2);
  const isMe = id === grantOf(linkedin, call).member;
  if (!isMe && !hasScope(call, 'r_organization_social')) throw accessDenied('people.GET');
  const row = linkedin.store.members.get(id);
  if (!row) throw notFound(`urn:li:person:${id}`);
  return json(memberView(row));
}

function me(linkedin: LinkedIn, call: Call): MemberRow {
  const { member } = grantOf(linkedin, call);
  const row = linkedin.store.members.get(member);
  if (!row) throw notFound(`urn:li:person:${member}`);
  return row;
}

function memberView({ id, name, username }: MemberRow): object {
  const [localizedFirstName = '', ...rest] = name.split(' ');
  return {
    id,
    localizedFirstName,
    localizedLastName: rest.join(' '),
    vanityName: username,
    localizedHeadline: 'Baker',
  };
}

/** `GET /rest/organizationAcls?q=roleAssignee`: https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/organization-access-control-by-role */
export function listAcls(linkedin: LinkedIn, call: Call): PlatformResponse {
  if (!hasScope(call, 'rw_organization_admin', 'r_organization_admin')) throw accessDenied('organizationAcls.FINDER');
  if (textIn(call, 'q') !== 'roleAssignee') throw illegal('Only the finder roleAssignee is known here');
  const { member, organizations } = grantOf(linkedin, call);
  const role = textIn(call, 'role') ?? 'ADMINISTRATOR';
  const state = textIn(call, 'state') ?? 'APPROVED';
  const rows = state === 'APPROVED' ? organizations.filter((id) => roleIn(linkedin, id) === role) : [];
  const map = (id: string) => ({
    role,
    organization: urnOf('organization', id),
    roleAssignee: urnOf('member', member),
    state,
  });
  return json(paged(call, rows, map));
}

/** `GET /rest/organizations/{id}`. */
export function readOrganization(linkedin: LinkedIn, call: Call): PlatformResponse {
  requireReader(call);
  const id = keyAt(call, 2);
  const view = organizationView(linkedin, call, id);
  if (!view) throw notFound(`urn:li:organization:${id}`);
  return json(view);
}

/** `GET /rest/networkSizes/{urn}?edgeType=COMPANY_FOLLOWED_BY_MEMBER`. */
export function readNetworkSize(linkedin: LinkedIn, call: Call): PlatformResponse {
  requireReader(call);
  if (requiredIn(call, 'edgeType') !== 'COMPANY_FOLLOWED_BY_MEMBER') throw illegal('Unknown edgeType');
  const urn = keyAt(call, 2);
  const row = linkedin.store.organizations.get(urn.replace('urn:li:organization:', ''));
  if (!row) throw notFound(urn);
  const account = linkedin.world.accounts.get(row.id);
  const joined = account ? joinedSince(row.id, account.created_at, linkedin.world.clock.now()) : 0;
  return json({ firstDegreeSize: row.followers_count + joined });
}

function requireReader(call: Call): void {
  if (!hasScope(call, 'r_organization_social', 'rw_organization_admin', 'r_organization_admin'))
    throw accessDenied('organizations.GET');
}

/** Administrators see more than everybody does. */
function organizationView(linkedin: LinkedIn, call: Call, id: string): object | undefined {
  const { world, kind } = linkedin;
  const account = kind === 'organization' ? world.accounts.get(id) : undefined;
  if (!account) return undefined;
  const shared = {
    id: Number(id),
    localizedName: account.name,
    vanityName: account.username,
    localizedWebsite: `https://${account.username}.example`,
    logoV2: { original: `urn:li:digitalmediaAsset:C${id}`, cropped: `urn:li:digitalmediaAsset:C${id}` },
  };
  if (!isOrganizationOf(linkedin, call, urnOf('organization', id))) return shared;
  return { ...shared, organizationType: 'PRIVATELY_HELD', defaultLocale: { country: 'US', language: 'en' } };
}

/** The organization that a finder is about; rejects one that the login has no role in. */
export function requireOrganization(linkedin: LinkedIn, call: Call, parameter: string): string {
  const urn = requiredIn(call, parameter);
  requireRight(linkedin, call, 'read', urn);
  return urn;
}

/** The same for statistics, which administrators alone may read. */
export function requireAdministrated(linkedin: LinkedIn, call: Call, parameter: string): string {
  const urn = requireOrganization(linkedin, call, parameter);
  if (roleIn(linkedin, idOf(urn)) !== 'ADMINISTRATOR') throw accessDenied(`${call.path.split('?')[0]} as ${urn}`);
  return urn;
}

/** The role of the member behind a page: content administrator where the page's name begins so. */
function roleIn({ world }: LinkedIn, id: string): 'ADMINISTRATOR' | 'CONTENT_ADMINISTRATOR' {
  return world.accounts.get(id)?.username.startsWith('content') ? 'CONTENT_ADMINISTRATOR' : 'ADMINISTRATOR';
}
