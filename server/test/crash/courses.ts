import type { Answer, Call, Fault } from './faults.ts';
import type { EffectClass, Traits } from './platform.ts';

export type Outcome = 'published' | 'failed' | 'unconfirmed';

export const CLASSES: readonly EffectClass[] = ['A', 'B', 'C', 'D'];
export const PUBLISHED: readonly Outcome[] = ['published'];
const FAILED: readonly Outcome[] = ['failed'];
const ALWAYS = 1000;

const on = (call: Call, answer: Answer, times = 1): Fault => ({ call, answer, times });

/** A course of answers: the faults, and what must come of it in each class that knows it. */
export interface Course {
  readonly answer: string;
  readonly classes?: readonly EffectClass[];
  readonly traits?: Omit<Traits, 'class'>;
  readonly may?: readonly Outcome[];
  /** The same for class D, which cannot ask: a lost answer is `unconfirmed` there. */
  readonly mayD?: readonly Outcome[];
}

const READABLE = ['A', 'B', 'C'] as const;
const throttled = (throttleSeconds: number) => ({ throttleSeconds });
export const LOST: readonly Outcome[] = ['unconfirmed'];

/** Answers to the call that has the effect. */
export const SEND: readonly Course[] = [
  { answer: 'ok' },
  { answer: 'rejected', traits: { faults: [on('send', 'rejected', ALWAYS)] }, may: FAILED },
  { answer: 'forbidden', traits: { faults: [on('send', 'forbidden', ALWAYS)] }, may: FAILED },
  { answer: 'throttle', traits: { faults: [on('send', throttled(60))] } },
  // A crash may hide the throttle; when the truth is known at last the wait may be over.
  { answer: 'long throttle', traits: { faults: [on('send', throttled(7200))] }, may: ['failed', 'published'] },
  { answer: 'no connection', traits: { faults: [on('send', 'refused', 2)] } },
  { answer: 'never a connection', traits: { faults: [on('send', 'refused', ALWAYS)] }, may: FAILED },
  { answer: '5xx before', traits: { faults: [on('send', 'error_before')] }, mayD: LOST },
  { answer: '5xx before, twice', classes: ['A', 'B'], traits: { faults: [on('send', 'error_before', 2)] } },
  { answer: '5xx after', traits: { faults: [on('send', 'error_after')] }, mayD: LOST },
  { answer: 'dropped before', traits: { faults: [on('send', 'dropped')] }, mayD: LOST },
  { answer: 'accept, drop', traits: { faults: [on('send', 'accept_drop')] }, mayD: LOST },
  { answer: 'accept, hang', traits: { faults: [on('send', 'accept_hang')] }, mayD: LOST },
  { answer: 'accept late, 504', traits: { faults: [on('send', 'late')] }, mayD: LOST },
  { answer: 'auth expired', traits: { faults: [on('send', 'expired')] } },
  {
    answer: 'duplicate refused',
    classes: READABLE,
    traits: { refusesDuplicates: true, faults: [on('send', 'dropped')] },
  },
  {
    answer: 'accept, drop; duplicate refused',
    classes: READABLE,
    traits: { refusesDuplicates: true, faults: [on('send', 'accept_drop')] },
  },
];

/** Answers before it. */
const BEFORE: readonly Course[] = [
  { answer: 'prepare: throttle', classes: READABLE, traits: { faults: [on('prepare', throttled(60))] } },
  { answer: 'prepare: 5xx', classes: READABLE, traits: { faults: [on('prepare', 'error_after')] } },
  { answer: 'prepare: auth expired', classes: READABLE, traits: { faults: [on('prepare', 'expired')] } },
  {
    answer: 'prepare: rejected',
    classes: READABLE,
    traits: { faults: [on('prepare', 'rejected', ALWAYS)] },
    may: FAILED,
  },
  { answer: 'not ready', classes: READABLE, traits: { pollsUntilReady: 2 } },
  { answer: 'never ready', classes: ['B'], traits: { pollsUntilReady: ALWAYS }, may: FAILED },
  { answer: 'processing failed', classes: READABLE, traits: { failsProcessing: true }, may: FAILED },
  { answer: 'material gone', classes: ['B'], traits: { faults: [on('send', 'material_gone')] } },
  {
    answer: 'accept, forget',
    classes: ['B'],
    traits: { visibleAfterSeconds: 20, faults: [on('send', 'accept_forget')] },
  },
  { answer: 'allowance: 5xx', classes: ['B'], traits: { faults: [on('allowance', 'error_before')] } },
];

/** Lost answers of both kinds, followed by trouble on the way to the truth. */
const SEARCH: readonly Course[] = (['accept_drop', 'dropped'] as const).flatMap((lost) =>
  (
    [
      ['5xx', 'error_before', 2],
      ['throttle', throttled(90), 1],
      ['auth expired', 'expired', 1],
      ['connection lost', 'dropped', 1],
    ] as const
  ).flatMap(([word, answer, times]): Course[] => {
    const words = `${lost === 'dropped' ? 'dropped before' : 'accept, drop'}; then`;
    return [
      {
        answer: `${words} ${word}`,
        classes: ['A'],
        traits: { faults: [on('send', lost), on('send', answer, times)] },
      },
      {
        answer: `${words} ${word}`,
        classes: ['B'],
        traits: { faults: [on('send', lost), on('state', answer, times)] },
      },
      { answer: `${words} ${word}`, classes: ['C'], traits: { faults: [on('send', lost), on('list', answer, times)] } },
    ];
  }),
);

/** What the platform shows later: hidden until the first look, the second, or just before the last. */
const HIDDEN: readonly Course[] = (['accept_drop', 'accept_hang', 'late'] as const).flatMap((lost) => {
  const words = { accept_drop: 'accept, drop', accept_hang: 'accept, hang', late: 'accept late, 504' }[lost];
  return [
    { answer: `${words}; hidden a look`, seconds: 60, classes: ['C'] as const },
    { answer: `${words}; hidden two looks`, seconds: 95, classes: ['C'] as const },
    { answer: `${words}; hidden a look`, seconds: 20, classes: ['B'] as const },
  ].map(
    ({ answer, seconds, classes }): Course => ({
      answer,
      classes,
      traits: { visibleAfterSeconds: seconds, faults: [on('send', lost)] },
    }),
  );
});

/** The key's window passes before the truth is known. */
const WINDOW: readonly Course[] = (['accept_drop', 'dropped'] as const).map((lost) => ({
  answer: `${lost === 'dropped' ? 'dropped before' : 'accept, drop'}; key forgotten`,
  classes: ['A'] as const,
  traits: { faults: [on('send', lost), on('send', throttled(3400))] },
}));

/** The questions have used up all patience when the call may be made again. */
const PATIENCE: readonly Course[] = [
  {
    answer: 'dropped before; then 5xx for long; then no connection',
    classes: ['C'],
    traits: { faults: [on('send', 'dropped'), on('list', 'error_before', 8), on('send', 'refused')] },
  },
];

/** The right to publish goes away for a moment, or for good, while the answer is in doubt. */
const BARRED: readonly Course[] = [
  {
    answer: 'accept, drop; then forbidden',
    classes: ['A'],
    traits: { faults: [on('send', 'accept_drop'), on('send', 'forbidden')] },
  },
  {
    answer: 'accept, drop; then always forbidden',
    classes: ['A'],
    traits: { faults: [on('send', 'accept_drop'), on('send', 'forbidden', ALWAYS)] },
    // Cut before the first call, it never happens.
    may: ['published', 'failed'],
  },
  {
    answer: 'accept, drop; then forbidden',
    classes: ['B'],
    traits: { faults: [on('send', 'accept_drop'), on('state', 'forbidden', 2)] },
  },
  {
    answer: 'accept, drop; then forbidden',
    classes: ['C'],
    traits: { faults: [on('send', 'accept_drop'), on('list', 'forbidden', 2)] },
  },
];

/** Clocks that differ by more than the usual. */
const CLOCKS: readonly Course[] = ([-300, 300] as const).flatMap((clockAheadSeconds) =>
  (['accept_drop', 'dropped'] as const).map(
    (lost): Course => ({
      answer: `${lost === 'dropped' ? 'dropped before' : 'accept, drop'}; clock ${clockAheadSeconds} s`,
      classes: ['B', 'C'],
      traits: { clockAheadSeconds, faults: [on('send', lost)] },
    }),
  ),
);

const TELLS_ID: readonly Course[] = [
  {
    answer: 'accept, drop; state tells the id',
    classes: ['B'],
    traits: { stateTellsId: true, faults: [on('send', 'accept_drop')] },
  },
];

/** Everything that can happen to a publication. */
export const COURSES = [
  ...SEND,
  ...BEFORE,
  ...SEARCH,
  ...HIDDEN,
  ...WINDOW,
  ...PATIENCE,
  ...BARRED,
  ...CLOCKS,
  ...TELLS_ID,
];

/** What can happen to a removal or an edit: the class does not matter, it is the same to do it twice. */
export function changeCourses(call: 'remove' | 'edit'): Course[] {
  return [
    { answer: 'ok', classes: ['A'] },
    { answer: 'rejected', classes: ['A'], traits: { faults: [on(call, 'rejected', ALWAYS)] }, may: FAILED },
    { answer: '5xx before', classes: ['A'], traits: { faults: [on(call, 'error_before')] } },
    { answer: 'accept, drop', classes: ['A'], traits: { faults: [on(call, 'accept_drop')] } },
    { answer: 'auth expired', classes: ['A'], traits: { faults: [on(call, 'expired')] } },
  ];
}
