import type { Answer, Call, Fault } from './faults.ts';
import type { EffectClass, Traits } from './platform.ts';

export type Outcome = 'published' | 'failed' | 'unconfirmed';

export type Work = 'publish' | 'thread' | 'first_comment' | 'reply' | 'remove' | 'edit';

/** Something else on the account that says the same. */
export type Neighbour =
  /** Published before by another action, which holds its id. */
  | 'held'
  /** Another post, due at the same time. */
  | 'queued'
  /** Made elsewhere a while ago, or a minute ago. */
  | 'old stranger'
  | 'stranger';

export interface ScenarioTarget {
  readonly traits: Traits;
  /** What may become of it; a crash must not turn it into anything else. */
  readonly may: readonly Outcome[];
  /** What may become of the parts of a thread and of a first comment. */
  readonly partsMay: readonly Outcome[];
}

/** What is to be done and how the platform answers. Each is cut at every point that it passes. */
export interface Scenario {
  readonly name: string;
  /** The row of the table that it counts in. */
  readonly row: readonly [classes: string, answer: string];
  readonly work: Work;
  readonly targets: readonly ScenarioTarget[];
  readonly neighbour?: Neighbour;
}

const CLASSES: readonly EffectClass[] = ['A', 'B', 'C', 'D'];
const PUBLISHED: readonly Outcome[] = ['published'];
const FAILED: readonly Outcome[] = ['failed'];
const ALWAYS = 1000;

const on = (call: Call, answer: Answer, times = 1): Fault => ({ call, answer, times });

/** A course of answers: the faults, and what must come of it in each class that knows it. */
interface Course {
  readonly answer: string;
  readonly classes?: readonly EffectClass[];
  readonly traits?: Omit<Traits, 'class'>;
  readonly may?: readonly Outcome[];
  /** The same for class D, which cannot ask: a lost answer is `unconfirmed` there. */
  readonly mayD?: readonly Outcome[];
}

const READABLE = ['A', 'B', 'C'] as const;
const throttled = (throttleSeconds: number) => ({ throttleSeconds });
const LOST: readonly Outcome[] = ['unconfirmed'];

/** Answers to the call that has the effect. */
const SEND: readonly Course[] = [
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

function expand(course: Course, work: Work, extra: Partial<Scenario> = {}): Scenario[] {
  return (course.classes ?? CLASSES).map((effectClass) => {
    const words = [work === 'publish' ? '' : work, extra.neighbour === undefined ? '' : `${extra.neighbour} twin`];
    const beside = words.filter((word) => word !== '').join(', ');
    const answer = beside === '' ? course.answer : `${beside}: ${course.answer}`;
    return {
      name: `${effectClass} ${answer}`,
      row: [effectClass, answer] as const,
      work,
      targets: [targetOf(course, effectClass, work)],
      ...extra,
    };
  });
}

function targetOf(course: Course, effectClass: EffectClass, work: Work): ScenarioTarget {
  if (work === 'thread' || work === 'first_comment') {
    // The post itself goes well; what follows it meets the faults.
    const faults = (course.traits?.faults ?? []).map((fault) => ({ ...fault, skip: 1 }));
    return {
      traits: { class: effectClass, ...course.traits, faults },
      may: PUBLISHED,
      partsMay: course.may ?? PUBLISHED,
    };
  }
  const may = effectClass === 'D' ? (course.mayD ?? course.may ?? PUBLISHED) : (course.may ?? PUBLISHED);
  // A crash between intent and answer leaves class D in doubt, whatever the platform would have said.
  return {
    traits: { class: effectClass, ...course.traits },
    may: effectClass === 'D' ? [...new Set([...may, ...LOST])] : may,
    partsMay: PUBLISHED,
  };
}

const named = (...answers: string[]): Course[] => SEND.filter(({ answer }) => answers.includes(answer));

/** Three accounts of one post, each with answers of its own. */
function threeTargets(): Scenario[] {
  const trios: readonly (readonly [EffectClass, string][])[] = [
    [
      ['A', 'ok'],
      ['B', 'ok'],
      ['C', 'ok'],
    ],
    [
      ['C', 'accept, drop'],
      ['C', 'dropped before'],
      ['C', 'rejected'],
    ],
    [
      ['A', 'accept, drop'],
      ['B', '5xx after'],
      ['D', 'ok'],
    ],
    [
      ['A', 'long throttle'],
      ['B', 'long throttle'],
      ['D', 'long throttle'],
    ],
    [
      ['D', 'accept, drop'],
      ['C', 'rejected'],
      ['A', 'throttle'],
    ],
  ];
  return trios.map((trio) => ({
    name: `three targets: ${trio.map(([effectClass, answer]) => `${effectClass} ${answer}`).join(' | ')}`,
    row: ['three targets', trio.map(([effectClass, answer]) => `${effectClass} ${answer}`).join(' | ')] as const,
    work: 'publish',
    targets: trio.map(([effectClass, answer]) => targetOf(named(answer)[0] as Course, effectClass, 'publish')),
  }));
}

const NEIGHBOUR_COURSES = named('ok', 'dropped before', 'accept, drop', '5xx after');

/** Every course of answers for every class and kind of work. */
export function allScenarios(): Scenario[] {
  const publishing = [...SEND, ...BEFORE, ...SEARCH, ...HIDDEN, ...WINDOW, ...BARRED, ...CLOCKS, ...TELLS_ID];
  const others = named('ok', 'rejected', 'throttle', '5xx before', 'accept, drop', 'auth expired');
  const changes: Course[] = (['remove', 'edit'] as const).flatMap((call) =>
    (
      [
        ['ok', []],
        ['rejected', [on(call, 'rejected', ALWAYS)]],
        ['5xx before', [on(call, 'error_before')]],
        ['accept, drop', [on(call, 'accept_drop')]],
        ['auth expired', [on(call, 'expired')]],
      ] as const
    ).map(
      ([answer, faults]): Course => ({
        answer,
        classes: ['A'],
        traits: { faults },
        may: answer === 'rejected' ? FAILED : PUBLISHED,
      }),
    ),
  );
  return [
    ...publishing.flatMap((course) => expand(course, 'publish')),
    ...threeTargets(),
    ...(['held', 'queued', 'old stranger', 'stranger'] as const).flatMap((neighbour) =>
      NEIGHBOUR_COURSES.flatMap((course) =>
        // Of two posts in the queue only one meets the fault.
        expand(neighbour === 'queued' ? { ...course, mayD: [...LOST, ...PUBLISHED] } : course, 'publish', {
          neighbour,
        }),
      ),
    ),
    ...(['thread', 'first_comment'] as const).flatMap((work) =>
      others.flatMap((course) => expand({ ...course, classes: ['A', 'B', 'C'] }, work)),
    ),
    // Nobody waits for a throttled reply; when a crash hides the throttle, it may be over once the truth is known.
    ...[...others, ...named('long throttle')].flatMap((course) =>
      expand(course.answer.includes('throttle') ? { ...course, may: ['failed', 'published'] } : course, 'reply'),
    ),
    ...changes.slice(0, 5).flatMap((course) => expand(course, 'remove')),
    ...changes.slice(5).flatMap((course) => expand(course, 'edit')),
  ];
}
