/** Runs one change: prepares it, sends its steps one by one, and fetches the affected resources again. */
import { type EventObject, assign, setup, spawnChild } from 'xstate'
import type { Change, Intent, Step } from '#content/change/types.ts'
import { type ChangeOutcome, changeOutcome } from '#content/change/change-outcome.ts'
import {
  type ChangeProgress,
  type ResourceUpdates,
  type ChangeJob,
  type StepResponse,
  afterResponses,
  canPassOver,
  isDeleted,
  isNextNoop,
  isTyped,
  isUnanswered,
  mayHaveDeleted,
  nextStep,
  passOver,
  withPlan,
  resumed,
  startProgress,
  skipNext,
  whyIrreversible,
} from '#content/change/change-run.ts'
import {
  type RefetchInput,
  canSkipRefetch,
  refetchInput,
  withUpdates,
} from '#content/change/change-refetch.ts'
import { canRollBack, rolledBack } from '#content/change/roll-back.ts'
import { Failure } from '#content/model/failure.ts'
import type { IdentityMap } from '#content/change/undo/identity-map.ts'
import type { Resource } from '#content/model/resource.ts'
import type { RenewalOutcome } from '#content/model/session.ts'
import { callbackEffect, actionEffect, promiseEffect } from '../../declare-effects.ts'
import { withEvent } from '../../with-event.ts'

interface Context extends ChangeProgress {
  failure: Failure | null
  /** True once the session was renewed for this run. If it is refused again, nothing but a new run helps. */
  wasRenewed: boolean
}

const setFailure = withEvent('setFailure')

/** The transitions of a refused request: a session that has ended is renewed, if somebody signs in again. */
const refused = [
  { guard: withEvent('canRenew'), target: 'renewing', actions: setFailure },
  { target: 'refetching', actions: setFailure },
] as const

/** Sends the next step. */
const sendStep = {
  id: 'sendStep',
  src: 'sendStep',
  input: ({ context }: { context: Context }) => nextStep(context),
  onDone: { target: 'advancing', actions: withEvent('completeStep') },
} as const

/** The transitions of a deletion of what is gone, which may have been done by this very change. */
const completeDeletion = {
  target: 'advancing',
  actions: { type: 'completeStep', params: { output: null } },
} as const

/** The transitions of a step that is refused. */
const refusedStep = [
  refused[0],
  { guard: 'canRollBack', target: 'advancing', actions: [setFailure, 'rollBack'] },
  refused[1],
] as const

export const changeRunMachine = setup({
  types: {} as {
    input: { job: ChangeJob; identities: IdentityMap }
    context: Context
    output: ChangeOutcome
  },
  actors: {
    /**
     * Fetches what is missing to plan the change. Rejects with a conflict if the resource has been changed by someone
     * else.
     */
    prepareChange: promiseEffect<Change, { id: string; intent: Intent }>(),
    sendStep: promiseEffect<StepResponse, Step>(),
    refetch: promiseEffect<ResourceUpdates, RefetchInput>(),
    /** Asks for a session in place of the one that has ended. Waits until somebody has answered. */
    renewSession: promiseEffect<RenewalOutcome, { isBackground: boolean }>(),
    /** Holds back live updates while the run is active, because they may report this very change. */
    holdLiveUpdates: callbackEffect<EventObject>(),
    /** Shows what an undo recreates as it was before, until the run ends. */
    showRecreated: callbackEffect<EventObject, { former: readonly Resource[] }>(),
  },
  actions: {
    /** Saves all fetched resources in one step, so that no state in between is ever rendered. */
    updateCache: actionEffect<ResourceUpdates>(),
    /** Says what was undone or redone where, if that is not the page that is shown. */
    notifyOfOtherPage: actionEffect<{ job: ChangeJob }>(),
    holdLiveUpdates: spawnChild('holdLiveUpdates', { id: 'holdLiveUpdates' }),
    showRecreated: spawnChild('showRecreated', {
      id: 'showRecreated',
      input: ({ context: { job } }) => ({
        former: (job.kind === 'undo' && job.change.former) || [],
      }),
    }),
    setPlan: assign(({ context }, { output }: { output: Change }) => withPlan(context, output)),
    skipStep: assign(({ context }) => skipNext(context)),
    passOver: assign(({ context }) => passOver(context)),
    completeStep: assign(({ context }, { output }: { output: StepResponse }) =>
      afterResponses(context, output),
    ),
    setUpdates: assign(({ context }, { output }: { output: ResourceUpdates }) =>
      withUpdates(context, output),
    ),
    setIrreversible: assign(({ context }) => ({
      failure: new Failure('invalid', { message: whyIrreversible(context) ?? undefined }),
    })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
    rollBack: assign(({ context }) => rolledBack(context)),
    resume: assign(({ context }) => ({ ...resumed(context), failure: null, wasRenewed: true })),
  },
  guards: {
    isIrreversible: ({ context }) => whyIrreversible(context) !== null,
    isPrepared: ({ context }) => context.change !== null,
    hasSteps: ({ context }) => context.steps.length > 0,
    isNoop: ({ context }) => isNextNoop(context),
    isAlreadyDeleted: ({ context }, { error }: { error: unknown }) =>
      isDeleted(context, Failure.from(error)),
    mayHaveDeleted: ({ context }, { error }: { error: unknown }) =>
      mayHaveDeleted(context) && isDeleted(context, Failure.from(error)),
    canPassOver: ({ context }, { error }: { error: unknown }) =>
      canPassOver(context, Failure.from(error)),
    isUnanswered: ({ context }, { error }: { error: unknown }) =>
      isUnanswered(context, Failure.from(error)),
    canRenew: ({ context }, { error }: { error: unknown }) =>
      Failure.from(error).status === 401 && !context.wasRenewed,
    canRollBack: ({ context }) => canRollBack(context),
    isRenewed: (_, { output }: { output: RenewalOutcome }) => output === 'renewed',
    canSkipRefetch: ({ context }) => canSkipRefetch(context, context.failure),
    isConflict: ({ context }) => context.failure?.kind === 'conflict',
    hasFailed: ({ context }) => context.failure !== null,
  },
}).createMachine({
  id: 'changeRun',
  meta: {
    guards: {
      isIrreversible: 'The change is of a kind that cannot be undone.',
      isPrepared: 'The requests of the change are planned already.',
      hasSteps: 'There are requests that were not sent yet.',
      isNoop: 'The next request would change nothing.',
      isAlreadyDeleted: 'The request was to delete something that is gone.',
      mayHaveDeleted:
        'The request was to delete something that is gone, perhaps by this change itself.',
      canPassOver: 'The undo or redo finds something gone without which it can go on.',
      isUnanswered:
        'The request was not answered, and can be sent again without doing anything twice.',
      canRenew: 'The session has ended, and was not renewed for this change yet.',
      canRollBack: 'Only a part was made of a change that is made as a whole or not at all.',
      isRenewed: 'The session is there again.',
      canSkipRefetch:
        'Reading again would be of no use, because nobody is signed in or the network is away.',
      isConflict: 'Somebody else has changed the same.',
      hasFailed: 'The change has failed.',
    },
  },
  context: ({ input: { job, identities } }) => ({
    ...startProgress(job, identities),
    failure: null,
    wasRenewed: false,
  }),
  output: ({ context }) => changeOutcome(context, context.failure),
  entry: ['holdLiveUpdates', 'showRecreated'],
  initial: 'initializing',
  states: {
    initializing: {
      description: 'Looks whether the change can be made and is planned already.',
      always: [
        { guard: 'isIrreversible', target: 'failed', actions: 'setIrreversible' },
        { guard: 'isPrepared', target: 'advancing' },
        { target: 'preparing' },
      ],
    },
    preparing: {
      description: 'Plans the requests that the change consists of.',
      invoke: {
        id: 'prepareChange',
        src: 'prepareChange',
        input: ({ context: { job } }) => {
          if (job.kind !== 'apply') throw new Error('An undo or redo has its steps already.')
          return { id: job.id, intent: job.intent }
        },
        onDone: { target: 'advancing', actions: withEvent('setPlan') },
        onError: refused,
      },
    },
    advancing: {
      description: 'Chooses the next request.',
      always: [
        { guard: 'isNoop', target: 'advancing', reenter: true, actions: 'skipStep' },
        { guard: 'hasSteps', target: 'sendingStep' },
        { target: 'refetching' },
      ],
    },
    sendingStep: {
      description: 'One request is on its way.',
      invoke: {
        ...sendStep,
        onError: [
          { guard: withEvent('isUnanswered'), target: 'resendingStep' },
          { guard: withEvent('mayHaveDeleted'), ...completeDeletion },
          { guard: withEvent('canPassOver'), target: 'advancing', actions: 'passOver' },
          ...refusedStep,
        ],
      },
    },
    /** The first request may have been carried out. The answer to the second one tells, so that it can be undone. */
    resendingStep: {
      description: 'The last request was not answered, and is sent once more.',
      invoke: {
        ...sendStep,
        onError: [{ guard: withEvent('isAlreadyDeleted'), ...completeDeletion }, ...refusedStep],
      },
    },
    /** The session has ended. Nothing is given up while somebody signs in again. */
    renewing: {
      description: 'The session has ended, and the user is asked to sign in again.',
      invoke: {
        id: 'renewSession',
        src: 'renewSession',
        input: ({ context: { job } }) => ({ isBackground: isTyped(job) }),
        onDone: [
          {
            guard: withEvent('isRenewed'),
            target: 'initializing',
            actions: 'resume',
          },
          { target: 'refetching' },
        ],
        onError: 'refetching',
      },
    },
    refetching: {
      description: 'Reads again what the change has affected.',
      always: { guard: 'canSkipRefetch', target: 'refetched' },
      invoke: {
        id: 'refetch',
        src: 'refetch',
        input: ({ context }) => refetchInput(context, context.failure),
        onDone: { target: 'refetched', actions: withEvent('setUpdates') },
        // The change itself is saved. The resources are fetched again with the next page.
        onError: 'refetched',
      },
    },
    refetched: {
      description: 'The page gets what was read; decides how the change has ended.',
      entry: { type: 'updateCache', params: ({ context }) => context.updates },
      always: [
        { guard: 'isConflict', target: 'conflicted' },
        { guard: 'hasFailed', target: 'failed' },
        {
          target: 'done',
          actions: { type: 'notifyOfOtherPage', params: ({ context: { job } }) => ({ job }) },
        },
      ],
    },
    conflicted: {
      description: 'Somebody else has changed the same, so the change was not made.',
      type: 'final',
    },
    failed: { description: 'The change was not made, or only in part.', type: 'final' },
    done: { description: 'The change is made.', type: 'final' },
  },
})
