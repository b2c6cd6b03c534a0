import { CLASSES, COURSES, type Course, changeCourses, LOST, type Outcome, PUBLISHED, SEND } from './courses.ts';
import type { EffectClass, Traits } from './platform.ts';

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

const CHANGES = ['remove', 'edit'] as const;
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
  const others = named('ok', 'rejected', 'throttle', '5xx before', 'accept, drop', 'auth expired');
  return [
    ...COURSES.flatMap((course) => expand(course, 'publish')),
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
    ...CHANGES.flatMap((work) => changeCourses(work).flatMap((course) => expand(course, work))),
  ];
}
