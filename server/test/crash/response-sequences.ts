import type { Call, Fault, FaultKind } from './faults.ts';
import type { EffectClass, Traits } from './traits.ts';

export type Outcome = 'published' | 'failed' | 'unconfirmed';

export const CLASSES: readonly EffectClass[] = ['A', 'B', 'C', 'D'];
export const PUBLISHED: readonly Outcome[] = ['published'];
const FAILED: readonly Outcome[] = ['failed'];
const ALWAYS = 1000;

const on = (call: Call, response: FaultKind, times = 1): Fault => ({ call, response, times });

/** A sequence of responses: the faults, and what must come of it in each class that knows it. */
export interface ResponseSequence {
  readonly response: string;
  readonly classes?: readonly EffectClass[];
  readonly traits?: Omit<Traits, 'class'>;
  readonly may?: readonly Outcome[];
  /** The same for class D, which cannot ask: a lost response is `unconfirmed` there. */
  readonly mayD?: readonly Outcome[];
}

const READABLE = ['A', 'B', 'C'] as const;
const throttled = (throttleSeconds: number) => ({ throttleSeconds });
export const LOST: readonly Outcome[] = ['unconfirmed'];

/** Answers to the call that has the effect. */
export const SEND: readonly ResponseSequence[] = [
  { response: 'ok' },
  { response: 'rejected', traits: { faults: [on('send', 'rejected', ALWAYS)] }, may: FAILED },
  { response: 'forbidden', traits: { faults: [on('send', 'forbidden', ALWAYS)] }, may: FAILED },
  { response: 'throttle', traits: { faults: [on('send', throttled(60))] } },
  // A crash may hide the throttle; when the truth is known at last the wait may be over.
  { response: 'long throttle', traits: { faults: [on('send', throttled(7200))] }, may: ['failed', 'published'] },
  { response: 'no connection', traits: { faults: [on('send', 'refused', 2)] } },
  { response: 'never a connection', traits: { faults: [on('send', 'refused', ALWAYS)] }, may: FAILED },
  { response: '5xx before', traits: { faults: [on('send', 'error_before')] }, mayD: LOST },
  { response: '5xx before, twice', classes: ['A', 'B'], traits: { faults: [on('send', 'error_before', 2)] } },
  { response: '5xx after', traits: { faults: [on('send', 'error_after')] }, mayD: LOST },
  { response: 'dropped before', traits: { faults: [on('send', 'dropped')] }, mayD: LOST },
  { response: 'accept, drop', traits: { faults: [on('send', 'accept_drop')] }, mayD: LOST },
  { response: 'accept, hang', traits: { faults: [on('send', 'accept_hang')] }, mayD: LOST },
  { response: 'accept late, 504', traits: { faults: [on('send', 'late')] }, mayD: LOST },
  { response: 'auth expired', traits: { faults: [on('send', 'expired')] } },
  {
    response: 'duplicate rejected',
    classes: READABLE,
    traits: { rejectsDuplicates: true, faults: [on('send', 'dropped')] },
  },
  {
    response: 'accept, drop; duplicate rejected',
    classes: READABLE,
    traits: { rejectsDuplicates: true, faults: [on('send', 'accept_drop')] },
  },
];

/** Answers before it. */
const BEFORE: readonly ResponseSequence[] = [
  { response: 'prepare: throttle', classes: READABLE, traits: { faults: [on('prepare', throttled(60))] } },
  { response: 'prepare: 5xx', classes: READABLE, traits: { faults: [on('prepare', 'error_after')] } },
  { response: 'prepare: auth expired', classes: READABLE, traits: { faults: [on('prepare', 'expired')] } },
  {
    response: 'prepare: rejected',
    classes: READABLE,
    traits: { faults: [on('prepare', 'rejected', ALWAYS)] },
    may: FAILED,
  },
  { response: 'not ready', classes: READABLE, traits: { pollsUntilReady: 2 } },
  { response: 'never ready', classes: ['B'], traits: { pollsUntilReady: ALWAYS }, may: FAILED },
  { response: 'processing failed', classes: READABLE, traits: { failsProcessing: true }, may: FAILED },
  { response: 'material gone', classes: ['B'], traits: { faults: [on('send', 'material_gone')] } },
  {
    response: 'accept, forget',
    classes: ['B'],
    traits: { visibleAfterSeconds: 20, faults: [on('send', 'accept_forget')] },
  },
  { response: 'allowance: 5xx', classes: ['B'], traits: { faults: [on('allowance', 'error_before')] } },
];

/** Lost answers of both kinds, followed by trouble on the way to the truth. */
const SEARCH: readonly ResponseSequence[] = (['accept_drop', 'dropped'] as const).flatMap((lost) =>
  (
    [
      ['5xx', 'error_before', 2],
      ['throttle', throttled(90), 1],
      ['auth expired', 'expired', 1],
      ['connection lost', 'dropped', 1],
    ] as const
  ).flatMap(([word, response, times]): ResponseSequence[] => {
    const words = `${lost === 'dropped' ? 'dropped before' : 'accept, drop'}; then`;
    return [
      {
        response: `${words} ${word}`,
        classes: ['A'],
        traits: { faults: [on('send', lost), on('send', response, times)] },
      },
      {
        response: `${words} ${word}`,
        classes: ['B'],
        traits: { faults: [on('send', lost), on('state', response, times)] },
      },
      {
        response: `${words} ${word}`,
        classes: ['C'],
        traits: { faults: [on('send', lost), on('list', response, times)] },
      },
    ];
  }),
);

/** The platform shows the effect later: hidden until the first lookup, the second, or just before the last. */
const HIDDEN: readonly ResponseSequence[] = (['accept_drop', 'accept_hang', 'late'] as const).flatMap((lost) => {
  const words = { accept_drop: 'accept, drop', accept_hang: 'accept, hang', late: 'accept late, 504' }[lost];
  return [
    { response: `${words}; hidden a look`, seconds: 60, classes: ['C'] as const },
    { response: `${words}; hidden two looks`, seconds: 95, classes: ['C'] as const },
    { response: `${words}; hidden a look`, seconds: 20, classes: ['B'] as const },
  ].map(
    ({ response, seconds, classes }): ResponseSequence => ({
      response,
      classes,
      traits: { visibleAfterSeconds: seconds, faults: [on('send', lost)] },
    }),
  );
});

/** The key's window passes before the truth is known. */
const WINDOW: readonly ResponseSequence[] = (['accept_drop', 'dropped'] as const).map((lost) => ({
  response: `${lost === 'dropped' ? 'dropped before' : 'accept, drop'}; key forgotten`,
  classes: ['A'] as const,
  traits: { faults: [on('send', lost), on('send', throttled(3400))] },
}));

/** The questions have used up all patience when the call may be made again. */
const PATIENCE: readonly ResponseSequence[] = [
  {
    response: 'dropped before; then 5xx for long; then no connection',
    classes: ['C'],
    traits: { faults: [on('send', 'dropped'), on('list', 'error_before', 8), on('send', 'refused')] },
  },
];

/** The right to publish goes away for a moment, or for good, while the response is in doubt. */
const BARRED: readonly ResponseSequence[] = [
  {
    response: 'accept, drop; then forbidden',
    classes: ['A'],
    traits: { faults: [on('send', 'accept_drop'), on('send', 'forbidden')] },
  },
  {
    response: 'accept, drop; then always forbidden',
    classes: ['A'],
    traits: { faults: [on('send', 'accept_drop'), on('send', 'forbidden', ALWAYS)] },
    // Cut before the first call, it never happens.
    may: ['published', 'failed'],
  },
  {
    response: 'accept, drop; then forbidden',
    classes: ['B'],
    traits: { faults: [on('send', 'accept_drop'), on('state', 'forbidden', 2)] },
  },
  {
    response: 'accept, drop; then forbidden',
    classes: ['C'],
    traits: { faults: [on('send', 'accept_drop'), on('list', 'forbidden', 2)] },
  },
];

/** Clocks that differ by more than the usual. */
const CLOCKS: readonly ResponseSequence[] = ([-300, 300] as const).flatMap((clockAheadSeconds) =>
  (['accept_drop', 'dropped'] as const).map(
    (lost): ResponseSequence => ({
      response: `${lost === 'dropped' ? 'dropped before' : 'accept, drop'}; clock ${clockAheadSeconds} s`,
      classes: ['B', 'C'],
      traits: { clockAheadSeconds, faults: [on('send', lost)] },
    }),
  ),
);

const TELLS_ID: readonly ResponseSequence[] = [
  {
    response: 'accept, drop; state tells the id',
    classes: ['B'],
    traits: { stateTellsId: true, faults: [on('send', 'accept_drop')] },
  },
];

/** A server that ignores the key, on a platform of class A. */
const IGNORES_KEYS: readonly ResponseSequence[] = SEND.filter(({ response }) =>
  ['ok', '5xx before', '5xx after', 'dropped before', 'accept, drop', 'accept, hang', 'auth expired'].includes(
    response,
  ),
).map(({ response, traits }) => ({
  response: `ignores the key: ${response}`,
  classes: ['C'],
  traits: { ...traits, ignoresKeys: true },
}));

/** Everything that can happen to a publication. */
export const RESPONSE_SEQUENCES = [
  ...SEND,
  ...BEFORE,
  ...SEARCH,
  ...HIDDEN,
  ...WINDOW,
  ...PATIENCE,
  ...BARRED,
  ...CLOCKS,
  ...TELLS_ID,
  ...IGNORES_KEYS,
];

/** Responses to a removal or an edit. The class does not matter, because both can be repeated. */
export function changeSequences(work: 'remove' | 'edit' | 'review_reply'): ResponseSequence[] {
  const call = work === 'remove' ? 'remove' : 'edit';
  return [
    { response: 'ok', classes: ['A'] },
    { response: 'rejected', classes: ['A'], traits: { faults: [on(call, 'rejected', ALWAYS)] }, may: FAILED },
    { response: '5xx before', classes: ['A'], traits: { faults: [on(call, 'error_before')] } },
    { response: 'accept, drop', classes: ['A'], traits: { faults: [on(call, 'accept_drop')] } },
    { response: 'auth expired', classes: ['A'], traits: { faults: [on(call, 'expired')] } },
  ];
}
