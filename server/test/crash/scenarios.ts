import { connectors } from '../../src/connectors/index.ts';
import type { Connector } from '../../src/core/connector.ts';
import {
  CLASSES,
  changeSequences,
  LOST,
  type Outcome,
  PUBLISHED,
  RESPONSE_SEQUENCES,
  type ResponseSequence,
  SEND,
} from './response-sequences.ts';
import type { Send } from './sends.ts';
import type { EffectClass, Traits } from './traits.ts';

export type Work = 'publish' | 'thread' | 'first_comment' | 'remove' | 'edit' | Send;

/** Something else on the account that says the same. */
export type Neighbour =
  /** Published before by another action, which holds its id. */
  | 'held'
  /** Another post, due at the same time. */
  | 'queued'
  /** Made elsewhere a while ago, or a minute ago. */
  | 'old visitor'
  | 'stranger';

export interface ScenarioTarget {
  readonly traits: Traits;
  /** The allowed outcomes; a crash must not add another. */
  readonly may: readonly Outcome[];
  /** The allowed outcomes of the parts of a thread and of a first comment. */
  readonly partsMay: readonly Outcome[];
}

/** A piece of work and the responses of the platform. Each is interrupted at every point that it passes. */
export interface Scenario {
  readonly name: string;
  /** The row of the table that it counts in. */
  readonly row: readonly [classes: string, response: string];
  readonly work: Work;
  readonly targets: readonly ScenarioTarget[];
  readonly neighbour?: Neighbour;
  /** The platform tells us of the message before it answers the call. */
  readonly isEchoed?: true;
}

function expand(sequence: ResponseSequence, work: Work, extra: Partial<Scenario> = {}): Scenario[] {
  return (sequence.classes ?? CLASSES).map((effectClass) => {
    const beside = [
      ...(work === 'publish' ? [] : [work]),
      ...(extra.neighbour === undefined ? [] : [`${extra.neighbour} twin`]),
      ...(extra.isEchoed === true ? ['echoed'] : []),
    ].join(', ');
    const response = beside === '' ? sequence.response : `${beside}: ${sequence.response}`;
    return {
      name: `${effectClass} ${response}`,
      row: [effectClass, response] as const,
      work,
      targets: [targetOf(sequence, effectClass, work)],
      ...extra,
    };
  });
}

function targetOf(sequence: ResponseSequence, effectClass: EffectClass, work: Work): ScenarioTarget {
  if (work === 'thread' || work === 'first_comment') {
    // The post itself goes well; what follows it meets the faults.
    const faults = (sequence.traits?.faults ?? []).map((fault) => ({ ...fault, skip: 1 }));
    return {
      traits: { class: effectClass, ...sequence.traits, faults },
      may: PUBLISHED,
      partsMay: sequence.may ?? PUBLISHED,
    };
  }
  const may = effectClass === 'D' ? (sequence.mayD ?? sequence.may ?? PUBLISHED) : (sequence.may ?? PUBLISHED);
  // A crash between intent and answer leaves class D in doubt, whatever the platform would have said.
  return {
    traits: { class: effectClass, ...sequence.traits },
    may: effectClass === 'D' ? [...new Set([...may, ...LOST])] : may,
    partsMay: PUBLISHED,
  };
}

const CHANGES = ['remove', 'edit', 'review_reply'] as const;
const named = (...responses: string[]): ResponseSequence[] =>
  SEND.filter(({ response }) => responses.includes(response));

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
    name: `three targets: ${trio.map(([effectClass, response]) => `${effectClass} ${response}`).join(' | ')}`,
    row: ['three targets', trio.map(([effectClass, response]) => `${effectClass} ${response}`).join(' | ')] as const,
    work: 'publish',
    targets: trio.map(([effectClass, response]) =>
      targetOf(named(response)[0] as ResponseSequence, effectClass, 'publish'),
    ),
  }));
}

const real = Object.values(connectors) as Connector[];
const classesOf = (effectOf: (connector: Connector) => { readonly class: string } | undefined): EffectClass[] =>
  CLASSES.filter((effectClass) => real.some((connector) => effectOf(connector)?.class === effectClass));

/** The classes of the platforms that take these. */
const SEND_CLASSES = {
  reply: CLASSES,
  message: classesOf(({ messages }) => messages?.send),
  template: classesOf(({ templates }) => templates?.send),
  private_reply: classesOf(({ comments }) => comments?.privateReply),
  mention_reply: classesOf(({ mentions }) => mentions?.reply),
};

/** What the inbox sends. A throttled send is not retried. A crash may hide the throttle until it is over. */
function sends(sequences: readonly ResponseSequence[]): Scenario[] {
  const throttled = sequences.map(
    (sequence): ResponseSequence =>
      sequence.response.includes('throttle') ? { ...sequence, may: ['failed', 'published'] } : sequence,
  );
  // The second message of a request can be answered when the first one stays in doubt.
  const inTwo = throttled.map(
    (sequence): ResponseSequence => ({ ...sequence, mayD: [...(sequence.may ?? PUBLISHED), ...PUBLISHED, ...LOST] }),
  );
  const echoed = inTwo.filter(({ response }) => ['ok', 'rejected', 'accept, drop', '5xx after'].includes(response));
  const expandIn = (kind: keyof typeof SEND_CLASSES, all: readonly ResponseSequence[], extra?: Partial<Scenario>) =>
    all.flatMap((sequence) => expand({ ...sequence, classes: SEND_CLASSES[kind] }, kind, extra));
  return [
    ...(['reply', 'private_reply', 'mention_reply', 'template'] as const).flatMap((kind) => expandIn(kind, throttled)),
    ...expandIn('message', inTwo),
    ...expandIn('message', echoed, { isEchoed: true }),
    ...expandIn(
      'message',
      inTwo.filter(({ response }) => response === 'accept, drop'),
      { neighbour: 'queued' },
    ),
  ];
}

const NEIGHBOUR_SEQUENCES = named('ok', 'dropped before', 'accept, drop', '5xx after');

/** Every sequence of responses for every class and kind of work. */
export function allScenarios(): Scenario[] {
  const others = named('ok', 'rejected', 'throttle', '5xx before', 'accept, drop', 'auth expired');
  return [
    ...RESPONSE_SEQUENCES.flatMap((sequence) => expand(sequence, 'publish')),
    ...threeTargets(),
    ...(['held', 'queued', 'old visitor', 'stranger'] as const).flatMap((neighbour) =>
      NEIGHBOUR_SEQUENCES.flatMap((sequence) =>
        // Only one of the two posts in the queue meets the fault.
        expand(neighbour === 'queued' ? { ...sequence, mayD: [...LOST, ...PUBLISHED] } : sequence, 'publish', {
          neighbour,
        }),
      ),
    ),
    ...(['thread', 'first_comment'] as const).flatMap((work) =>
      others.flatMap((sequence) => expand({ ...sequence, classes: ['A', 'B', 'C'] }, work)),
    ),
    ...sends([...others, ...named('long throttle', '5xx after', 'dropped before')]),
    ...CHANGES.flatMap((work) => changeSequences(work).flatMap((sequence) => expand(sequence, work))),
  ];
}
