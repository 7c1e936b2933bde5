/** Shows the chart of a machine, and follows what the actors of the running system do. */
import {
  type ActorRefFrom,
  type AnyMachineSnapshot,
  type SnapshotFrom,
  and,
  assertEvent,
  assign,
  setup,
} from 'xstate'
import type { ChartLayout } from '#charts/layout/chart-layout.ts'
import type { ChartModel } from '#charts/model/chart-model.ts'
import { chosenActor } from '#charts/live/chosen-actor.ts'
import type { WatchedActor, WatchedStep } from '#charts/live/watched.ts'
import { type MachineChoice, machineChoiceIn } from '#content/admin/machine-choice.ts'
import { Failure } from '#content/model/failure.ts'
import type { Location } from '#content/navigation/location.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { callbackEffect, promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'
import { type ListInput, locationGuards, locationGuardDescriptions } from './url-list.ts'

/** The chart of a machine, with the places of all that is drawn. */
export interface DrawnChart {
  model: ChartModel
  layout: ChartLayout
}

/** Actors have come, gone or changed, by these steps. */
interface SystemChanged {
  type: 'system.changed'
  actors: WatchedActor[]
  steps: WatchedStep[]
}

export type MachineViewerEvent =
  SystemChanged | { type: 'location.committed'; location: Location } | { type: 'retry.requested' }

interface Context extends ListInput {
  choice: MachineChoice
  /** The machines that are alive. */
  actors: readonly WatchedActor[]
  /** The last steps of all of them. */
  steps: readonly WatchedStep[]
  /** Null until it is drawn. */
  chart: DrawnChart | null
  /** The reason why there is no chart. */
  failure: Failure | null
}

/** The most steps that are kept. */
const stepLimit = 2_000

export const machineViewerMachine = setup({
  types: {} as { input: ListInput; context: Context; events: MachineViewerEvent; tags: 'busy' },
  actors: {
    /** Tells what the actors of the system do, except for this one. */
    watchSystem: callbackEffect<MachineViewerEvent>(),
    /** Reads the chart of a machine, from one of its snapshots if there is any, and lays it out. */
    drawChart: promiseEffect<
      DrawnChart,
      { machine: string; snapshot: AnyMachineSnapshot | null }
    >(),
    listener,
  },
  actions: {
    setSystem: assign(({ context, event }) => {
      assertEvent(event, 'system.changed')
      return { actors: event.actors, steps: [...context.steps, ...event.steps].slice(-stepLimit) }
    }),
    setChoice: assign(({ event }) => {
      assertEvent(event, 'location.committed')
      const { search } = event.location
      return { search, choice: machineChoiceIn(search) }
    }),
    clearChart: assign({ chart: null, failure: null }),
    setChart: assign((_, { output }: { output: DrawnChart }) => ({ chart: output })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
  },
  guards: {
    ...locationGuards,
    isOtherMachine: ({ context, event }) =>
      'location' in event &&
      machineChoiceIn(event.location.search).machine !== context.choice.machine,
  },
}).createMachine({
  id: 'machineViewer',
  meta: {
    guards: {
      ...locationGuardDescriptions,
      isOtherMachine: 'The URL names another machine.',
    },
  },
  context: ({ input }) => ({
    ...input,
    choice: machineChoiceIn(input.search),
    actors: [],
    steps: [],
    chart: null,
    failure: null,
  }),
  invoke: [
    listenTo<MachineViewerEvent>({ navigation: ['location.committed'] }),
    { id: 'watchSystem', src: 'watchSystem', onError: { actions: withEvent('setFailure') } },
  ],
  initial: 'drawing',
  on: {
    'system.changed': { actions: 'setSystem' },
    'location.committed': [
      {
        guard: and(['isSamePath', 'isOtherMachine']),
        target: '.drawing',
        actions: 'setChoice',
        reenter: true,
      },
      { guard: 'isSamePath', actions: 'setChoice' },
    ],
  },
  states: {
    drawing: {
      description: 'The chart of the chosen machine is being loaded and laid out.',
      tags: 'busy',
      entry: 'clearChart',
      invoke: {
        id: 'drawChart',
        src: 'drawChart',
        input: ({ context: { actors, choice } }) => ({
          machine: choice.machine,
          snapshot: chosenActor(actors, choice)?.snapshot ?? null,
        }),
        onDone: { target: 'drawn', actions: withEvent('setChart') },
        onError: { target: 'failed', actions: withEvent('setFailure') },
      },
    },
    drawn: { description: 'The chart is shown, and follows the actor.' },
    failed: {
      description: 'The chart could not be loaded.',
      on: { 'retry.requested': 'drawing' },
    },
  },
})

export type MachineViewerRef = ActorRefFrom<typeof machineViewerMachine>
type Snapshot = SnapshotFrom<typeof machineViewerMachine>
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const isFailed = (snapshot: Snapshot) => snapshot.matches('failed')
export const selectChart = ({ context }: Snapshot) => context.chart
export const selectChoice = ({ context }: Snapshot) => context.choice
export const selectActors = ({ context }: Snapshot) => context.actors
/** Returns the actor whose chart is shown; undefined if none of this machine is alive. */
export const selectActor = ({ context: { actors, choice } }: Snapshot) =>
  chosenActor(actors, choice)
/** Returns the last step in which the actor took a transition; null if there is none. */
export const selectLastTaken = (snapshot: Snapshot) => {
  const actor = selectActor(snapshot)
  const isOfActor = ({ receiver, taken }: WatchedStep) =>
    receiver.id === actor?.id && taken.length > 0
  return snapshot.context.steps.findLast(isOfActor) ?? null
}
/** True where no machine has the name that was asked for. */
export const isMissing = ({ context }: Snapshot) => context.failure?.kind === 'notFound'
export const selectFailure = ({ context }: Snapshot) => context.failure
