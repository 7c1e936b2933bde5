/** Runs one change: prepares it, sends its steps one by one, and fetches the affected resources again. */
import { type EventObject, type OutputFrom, assign, setup, spawnChild } from 'xstate'
import type { Change, Intent, Step } from '#content/change/types.ts'
import {
  type ChangeProgress,
  type ResourceUpdates,
  type ChangeJob,
  afterResponse,
  startProgress,
  isNextNoop,
  nextStep,
  removedIris,
  refetchRequests,
  remainingSteps,
  withUpdates,
  skipNext,
  whyIrreversible,
} from '#content/change/change-run.ts'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { IdentityMap } from '#content/change/identity-map.ts'
import type { Versioned } from '#content/model/resource.ts'
import { callbackEffect, actionEffect, promiseEffect } from '../declare-effects.ts'

interface Context extends ChangeProgress {
  failure: Failure | null
}

/** The result of a run, whether it succeeded, failed or stopped halfway. */
interface ChangeResult extends Pick<
  Context,
  'change' | 'identities' | 'steps' | 'result' | 'replacements' | 'failure'
> {
  removed: Iri[]
}

export const changeRunMachine = setup({
  types: {} as {
    input: { job: ChangeJob; identities: IdentityMap }
    context: Context
    output: ChangeResult
  },
  actors: {
    /**
     * Fetches what is missing to plan the change. Rejects with a conflict if the resource has been changed by someone
     * else.
     */
    prepareChange: promiseEffect<Change, { id: string; intent: Intent }>('prepareChange'),
    sendStep: promiseEffect<Versioned | null, Step>('sendStep'),
    refetch: promiseEffect<ResourceUpdates, { requests: string[] }>('refetch'),
    /** Holds back live updates while the run is active, because they may report this very change. */
    holdLiveUpdates: callbackEffect<EventObject>('holdLiveUpdates'),
  },
  actions: {
    /** Saves all fetched resources in one step, so that no state in between is ever rendered. */
    updateCache: actionEffect<ResourceUpdates>('updateCache'),
    holdLiveUpdates: spawnChild('holdLiveUpdates', { id: 'holdLiveUpdates' }),
    setPlan: assign((_, { output }: { output: Change }) => ({
      change: output,
      steps: output.steps,
    })),
    skipStep: assign(({ context }) => skipNext(context)),
    completeStep: assign(({ context }, { output }: { output: Versioned | null }) =>
      afterResponse(context, output),
    ),
    completeDeletion: assign(({ context }) => afterResponse(context, null)),
    setUpdates: assign(({ context }, { output }: { output: ResourceUpdates }) =>
      withUpdates(context, output),
    ),
    setIrreversible: assign(({ context }) => ({
      failure: new Failure('unexpected', { message: whyIrreversible(context) ?? undefined }),
    })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
  },
  guards: {
    isIrreversible: ({ context }) => whyIrreversible(context) !== null,
    isPrepared: ({ context }) => context.change !== null,
    hasSteps: ({ context }) => context.steps.length > 0,
    isNoop: ({ context }) => isNextNoop(context),
    isAlreadyDeleted: ({ context }, { error }: { error: unknown }) =>
      nextStep(context).method === 'DELETE' && Failure.from(error).kind === 'notFound',
    // Without a session the API hides drafts: a refetch would remove what the user has typed.
    canSkipRefetch: ({ context: { failure, updates } }) =>
      failure?.status === 401 || (failure?.kind === 'offline' && updates.items.length === 0),
    isConflict: ({ context }) => context.failure?.kind === 'conflict',
    hasFailed: ({ context }) => context.failure !== null,
  },
}).createMachine({
  id: 'changeRun',
  context: ({ input: { job, identities } }) => ({
    ...startProgress(job, identities),
    failure: null,
  }),
  output: ({ context }) => {
    const { change, identities, result, replacements, failure } = context
    const left = { steps: remainingSteps(context), removed: removedIris(context) }
    return { change, identities, result, replacements, failure, ...left }
  },
  entry: 'holdLiveUpdates',
  initial: 'initializing',
  states: {
    initializing: {
      always: [
        { guard: 'isIrreversible', target: 'failed', actions: 'setIrreversible' },
        { guard: 'isPrepared', target: 'advancing' },
        { target: 'preparing' },
      ],
    },
    preparing: {
      invoke: {
        id: 'prepareChange',
        src: 'prepareChange',
        input: ({ context: { job } }) => {
          if (job.kind !== 'apply') throw new Error('What was made before is prepared.')
          return { id: job.id, intent: job.intent }
        },
        onDone: {
          target: 'advancing',
          actions: { type: 'setPlan', params: ({ event }) => event },
        },
        onError: {
          target: 'refetching',
          actions: { type: 'setFailure', params: ({ event }) => event },
        },
      },
    },
    advancing: {
      always: [
        {
          guard: 'isNoop',
          target: 'advancing',
          reenter: true,
          actions: 'skipStep',
        },
        { guard: 'hasSteps', target: 'sendingStep' },
        { target: 'refetching' },
      ],
    },
    sendingStep: {
      invoke: {
        id: 'sendStep',
        src: 'sendStep',
        input: ({ context }) => nextStep(context),
        onDone: {
          target: 'advancing',
          actions: { type: 'completeStep', params: ({ event }) => event },
        },
        onError: [
          {
            guard: { type: 'isAlreadyDeleted', params: ({ event }) => event },
            target: 'advancing',
            actions: 'completeDeletion',
          },
          {
            target: 'refetching',
            actions: { type: 'setFailure', params: ({ event }) => event },
          },
        ],
      },
    },
    refetching: {
      always: { guard: 'canSkipRefetch', target: 'refetched' },
      invoke: {
        id: 'refetch',
        src: 'refetch',
        input: ({ context }) => ({ requests: refetchRequests(context, context.failure) }),
        onDone: {
          target: 'refetched',
          actions: { type: 'setUpdates', params: ({ event }) => event },
        },
        // The change itself is saved. The resources are fetched again with the next page.
        onError: 'refetched',
      },
    },
    refetched: {
      entry: { type: 'updateCache', params: ({ context }) => context.updates },
      always: [
        { guard: 'isConflict', target: 'conflicted' },
        { guard: 'hasFailed', target: 'failed' },
        { target: 'done' },
      ],
    },
    conflicted: { type: 'final' },
    failed: { type: 'final' },
    done: { type: 'final' },
  },
})

export type ChangeRunOutput = OutputFrom<typeof changeRunMachine>
