import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { granted, ownAccountName, ownLocation } from './access.ts';
import { badRequest } from './errors.ts';
import { nextPage, pageOf } from './paging.ts';
import type { Google, LocationRow } from './store.ts';

/** https://developers.google.com/my-business/reference/accountmanagement/rest/v1/accounts */
function accountView(google: Google, name: string, isFirst: boolean) {
  const { user = '' } = google.store.locations.where('account', name)[0] ?? {};
  return {
    name,
    accountName: google.store.users.get(user)?.name ?? '',
    type: isFirst ? 'PERSONAL' : 'LOCATION_GROUP',
    role: isFirst ? 'PRIMARY_OWNER' : 'MANAGER',
    verificationState: 'UNVERIFIED',
    vettedState: 'NOT_VETTED',
    permissionLevel: 'OWNER_LEVEL',
  };
}

/** The account of the login, and as groups the accounts of the other locations that it manages. */
export function listAccounts(google: Google, call: Call): PlatformResponse {
  const names = [...new Set(granted(google, call).map(({ account }) => account))];
  const views = names.map((name, index) => accountView(google, name, index === 0));
  const type = /^type="?([A-Z_]+)"?$/.exec(call.input('filter') ?? '')?.[1];
  if (call.input('filter') && type === undefined) throw badRequest('filter', 'Invalid filter.');
  // No account of these is inside of another one.
  const isUnder = call.input('parentAccount') ? ownedBelow : () => true;
  const page = pageOf(
    call,
    views.filter((view) => (type === undefined || view.type === type) && isUnder()),
    { usual: 20, max: 20 },
  );
  return json({ ...(page.rows.length > 0 && { accounts: page.rows }), ...nextPage(page) });
}

const ownedBelow = () => false;

/** https://developers.google.com/my-business/reference/businessinformation/rest/v1/accounts.locations */
function locationView(row: LocationRow): Record<string, unknown> {
  const number = row.location.slice('locations/'.length);
  return {
    name: row.location,
    languageCode: 'en',
    storeCode: row.store_code,
    title: row.title,
    phoneNumbers: { primaryPhone: '+1 650-555-0100' },
    categories: { primaryCategory: { name: 'categories/gcid:cafe', displayName: 'Cafe' } },
    storefrontAddress: {
      regionCode: 'US',
      languageCode: 'en',
      postalCode: '94043',
      administrativeArea: 'CA',
      locality: 'Mountain View',
      addressLines: ['1 Main St'],
    },
    websiteUri: `https://${row.store_code.replaceAll('_', '-')}.example`,
    latlng: { latitude: 37.422, longitude: -122.084 },
    openInfo: { status: 'OPEN', canReopen: true },
    profile: { description: `${row.title}, simulated.` },
    metadata: {
      hasGoogleUpdated: false,
      placeId: row.place_id,
      mapsUri: `https://maps.google.com/maps?cid=${number}`,
      newReviewUri: `https://search.google.com/local/writereview?placeid=${row.place_id}`,
      hasVoiceOfMerchant: true,
      canDelete: true,
      canOperateLocalPost: true,
      canModifyServiceList: true,
      canHaveFoodMenus: true,
    },
  };
}

/** Fields of the real resource that these locations have no value for. */
const emptyFields = [
  'regularHours',
  'specialHours',
  'serviceArea',
  'labels',
  'adWordsLocationExtensions',
  'relationshipData',
  'moreHours',
  'serviceItems',
];

/** Without a read mask nothing is read; a path inside a field gives the field. */
function masked(call: Call, row: LocationRow): Record<string, unknown> {
  const view = locationView(row);
  const choices = call.inputs('readMask').flatMap((mask) => mask.split(',').map((path) => path.trim()));
  if (choices.filter(Boolean).length === 0) throw badRequest('read_mask', 'Field mask is required.');
  const names = choices.map((path) => camel(path.split('.')[0] ?? ''));
  const wrong = names.find((name) => name !== '*' && !(name in view) && !emptyFields.includes(name));
  if (wrong !== undefined) throw badRequest('read_mask', `Invalid field mask provided: ${wrong}`);
  return Object.fromEntries(Object.entries(view).filter(([name]) => names.includes(name) || names.includes('*')));
}

export function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** `GET /v1/accounts/{account}/locations`; `accounts/-` is every account of the login. */
export function listLocations(google: Google, call: Call): PlatformResponse {
  const reached = granted(google, call);
  const account = call.param('account') === '-' ? undefined : ownAccountName(google, call);
  const rows = reached.filter((row) => account === undefined || row.account === account);
  // A title is the one thing that these lists are searched by; other filters find everything.
  const title = /title\s*[=:]\s*"?([^"]+)"?/.exec(call.input('filter') ?? '')?.[1]?.toLowerCase();
  const found = rows.filter((row) => title === undefined || row.title.toLowerCase().includes(title));
  const isSortedByCode = (call.input('orderBy') ?? '').startsWith('store');
  const key = (row: LocationRow) => (isSortedByCode ? row.store_code : row.title);
  if (call.input('orderBy')) found.sort((a, b) => key(a).localeCompare(key(b)));
  masked(call, rows[0] ?? nobody);
  const page = pageOf(call, found, { usual: 10, max: 100 });
  const locations = page.rows.map((row) => masked(call, row));
  return json({
    ...(locations.length > 0 && { locations }),
    ...nextPage(page),
    ...(found.length > 0 && { totalSize: found.length }),
  });
}

/** Only to check the mask of a list that is empty. */
const nobody: LocationRow = {
  name: '',
  account: '',
  location: 'locations/0',
  user: '',
  title: '',
  store_code: '',
  place_id: '',
};

export function readLocation(google: Google, call: Call): PlatformResponse {
  return json(masked(call, ownLocation(google, call)));
}
