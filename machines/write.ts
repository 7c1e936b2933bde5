/** One change on its way: worked out, sent request by request, and what it touches read again. */
import {
  type ActorRefFrom,
  type EventObject,
  type OutputFrom,
  assign,
  setup,
  spawnChild,
} from 'xstate'
import type { Change, Intent, Step } from '#content/change.ts'
import {
  type Course,
  type Found,
  type Job,
  answered,
  courseOf,
  isNextVoid,
  nextStep,
  removedBy,
  requestsAfter,
  stepsLeft,
  withFound,
  withoutNext,
} from '#content/course.ts'
import { Failure } from '#content/failure.ts'
import type { Iri } from '#content/iri.ts'
import type { Ledger } from '#content/ledger.ts'
import type { Versioned } from '#content/resource.ts'
import { listened, performed, promised } from './effects.ts'

interface Context extends Course {
  failure: Failure | null
}

/** What has come of it, whether all of it went well or not. */
interface Written extends Pick<
  Context,
  'change' | 'ledger' | 'steps' | 'saved' | 'replaced' | 'failure'
> {
  removed: Iri[]
}

export const writeMachine = setup({
  types: {} as {
    input: { job: Job; ledger: Ledger }
    context: Context
    output: Written
  },
  actors: {
    /** Reads what is missing to work it out; refuses where somebody else has changed it since. */
    prepareChange: promised<Change, { id: string; intent: Intent }>('prepareChange'),
    sendStep: promised<Versioned | null, Step>('sendStep'),
    readAgain: promised<Found, { requests: string[] }>('readAgain'),
    /** As long as it runs, live updates wait: what they bring may be this very change. */
    holdUpdates: listened<EventObject>('holdUpdates'),
  },
  actions: {
    /** All at once, so that no state in between is ever seen. */
    saveFound: performed<Found>('saveFound'),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
  },
  guards: {
    isPrepared: ({ context }) => context.change !== null,
    hasSteps: ({ context }) => context.steps.length > 0,
    isVoid: ({ context }) => isNextVoid(context),
    isGoneAlready: ({ context }, { error }: { error: unknown }) =>
      nextStep(context).method === 'DELETE' && Failure.from(error).kind === 'notFound',
    // Who is not signed in any more is told that drafts are not there: what they typed would go with them.
    isUnheard: ({ context: { failure, found } }) =>
      failure?.status === 401 || (failure?.kind === 'offline' && found.items.length === 0),
    isConflict: ({ context }) => context.failure?.kind === 'conflict',
    hasFailed: ({ context }) => context.failure !== null,
  },
}).createMachine({
  id: 'write',
  context: ({ input: { job, ledger } }) => ({ ...courseOf(job, ledger), failure: null }),
  output: ({ context }) => {
    const { change, ledger, saved, replaced, failure } = context
    const left = { steps: stepsLeft(context), removed: removedBy(context) }
    return { change, ledger, saved, replaced, failure, ...left }
  },
  entry: spawnChild('holdUpdates', { id: 'holdUpdates' }),
  initial: 'beginning',
  states: {
    beginning: {
      always: [{ guard: 'isPrepared', target: 'continuing' }, { target: 'preparing' }],
    },
    preparing: {
      invoke: {
        id: 'prepareChange',
        src: 'prepareChange',
        input: ({ context: { job } }) => {
          if (job.kind !== 'make') throw new Error('What was made before is prepared.')
          return { id: job.id, intent: job.intent }
        },
        onDone: {
          target: 'continuing',
          actions: assign(({ event: { output } }) => ({ change: output, steps: output.steps })),
        },
        onError: {
          target: 'refreshing',
          actions: { type: 'keepFailure', params: ({ event }) => event },
        },
      },
    },
    continuing: {
      always: [
        {
          guard: 'isVoid',
          target: 'continuing',
          reenter: true,
          actions: assign(({ context }) => withoutNext(context)),
        },
        { guard: 'hasSteps', target: 'sending' },
        { target: 'refreshing' },
      ],
    },
    sending: {
      invoke: {
        id: 'sendStep',
        src: 'sendStep',
        input: ({ context }) => nextStep(context),
        onDone: {
          target: 'continuing',
          actions: assign(({ context, event }) => answered(context, event.output)),
        },
        onError: [
          {
            guard: { type: 'isGoneAlready', params: ({ event }) => event },
            target: 'continuing',
            actions: assign(({ context }) => answered(context, null)),
          },
          {
            target: 'refreshing',
            actions: { type: 'keepFailure', params: ({ event }) => event },
          },
        ],
      },
    },
    refreshing: {
      always: { guard: 'isUnheard', target: 'refreshed' },
      invoke: {
        id: 'readAgain',
        src: 'readAgain',
        input: ({ context }) => ({ requests: requestsAfter(context, context.failure !== null) }),
        onDone: {
          target: 'refreshed',
          actions: assign(({ context, event }) => withFound(context, event.output)),
        },
        // The change itself is safe; what could not be read again is read with the next page.
        onError: 'refreshed',
      },
    },
    refreshed: {
      entry: { type: 'saveFound', params: ({ context }) => context.found },
      always: [
        { guard: 'isConflict', target: 'conflicting' },
        { guard: 'hasFailed', target: 'failed' },
        { target: 'done' },
      ],
    },
    conflicting: { type: 'final' },
    failed: { type: 'final' },
    done: { type: 'final' },
  },
})

export type WriteRef = ActorRefFrom<typeof writeMachine>
export type WriteOutput = OutputFrom<typeof writeMachine>
