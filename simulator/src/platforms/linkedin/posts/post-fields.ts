import { illegal, missingField, tooLong } from '../errors.ts';
import type { Kind } from '../store.ts';
import { visibleText } from './commentary.ts';
import { type Fields, fields, onlyFields } from './post-content.ts';

const commentaryLengthMax = 3_000;

const callsToAction = [
  'APPLY',
  'DOWNLOAD',
  'VIEW_QUOTE',
  'LEARN_MORE',
  'SIGN_UP',
  'SUBSCRIBE',
  'REGISTER',
  'JOIN',
  'ATTEND',
  'REQUEST_DEMO',
  'SEE_MORE',
  'BUY_NOW',
  'SHOP_NOW',
];

/** The fields of a post but its content and its author. */
export function readPostFields(kind: Kind, body: Fields) {
  onlyFields(body, '', [
    'author',
    'commentary',
    'visibility',
    'distribution',
    'content',
    'lifecycleState',
    'isReshareDisabledByAuthor',
    'reshareContext',
    'contentCallToActionLabel',
    'contentLandingPage',
  ]);
  const distribution = fields(body.distribution, '/distribution');
  onlyFields(distribution, '/distribution', ['feedDistribution', 'targetEntities', 'thirdPartyDistributionChannels']);
  const parent = body.reshareContext === undefined ? null : fields(body.reshareContext, '/reshareContext').parent;
  if (parent !== null && !/^urn:li:(share|ugcPost):\d+$/.test(String(parent)))
    throw illegal('/reshareContext/parent :: is not the URN of a post');
  return {
    ...readCommentary(body.commentary),
    visibility: oneOf(
      body.visibility,
      '/visibility',
      kind === 'member' ? ['PUBLIC', 'CONNECTIONS', 'LOGGED_IN'] : ['PUBLIC', 'LOGGED_IN'],
    ),
    feed_distribution: oneOf(distribution.feedDistribution, '/distribution/feedDistribution', ['MAIN_FEED', 'NONE']),
    lifecycle_state: oneOf(body.lifecycleState, '/lifecycleState', ['PUBLISHED', 'DRAFT']),
    is_reshare_disabled: readBoolean(body.isReshareDisabledByAuthor, '/isReshareDisabledByAuthor'),
    reshare_parent: parent === null ? null : String(parent),
    call_to_action: readCallToAction(body.contentCallToActionLabel),
    landing_page: readLandingPage(body.contentLandingPage),
  };
}

/** Escapes do not count towards the length, which is what readers see. */
export function readCommentary(value: unknown): { commentary: string; text: string } {
  if (typeof value !== 'string') throw missingField('/commentary');
  if ([...value.replace(/\\(?=[|{}@[\]()<>#*_~\\])/g, '')].length > commentaryLengthMax)
    throw tooLong('/commentary', commentaryLengthMax);
  return { commentary: value, text: visibleText(value) };
}

export function readCallToAction(value: unknown): string | null {
  return value === undefined || value === null ? null : oneOf(value, '/contentCallToActionLabel', callsToAction);
}

export function readLandingPage(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string' || !/^https?:\/\//.test(value) || !URL.canParse(value))
    throw illegal('/contentLandingPage :: is not a URL');
  return value;
}

export function oneOf(value: unknown, at: string, words: readonly string[]): string {
  if (value === undefined || value === null) throw missingField(at);
  if (typeof value !== 'string' || !words.includes(value))
    throw illegal(`${at} :: "${String(value)}" is not an enum symbol; must be one of ${words.join(', ')}`);
  return value;
}

function readBoolean(value: unknown, at: string): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value !== 'boolean') throw illegal(`${at} :: is not a boolean`);
  return value;
}
