/** Shows the chart of a machine, and follows what the actors of the running system do, or what those of a recording have done. */
import {
  type ActorRefFrom,
  type SnapshotFrom,
  and,
  assertEvent,
  assign,
  raise,
  setup,
} from 'xstate'
import type { ChartLayout } from '#charts/layout/chart-layout.ts'
import type { ChartModel } from '#charts/model/chart-model.ts'
import { chosenActor } from '#charts/live/chosen-actor.ts'
import type { OpenedRecording } from '#charts/live/opened-recording.ts'
import { snapshotAt } from '#charts/live/time-travel.ts'
import type { ShownSnapshot, WatchedActor, WatchedStep } from '#charts/live/watched.ts'
import type { ExportFormat } from '#content/admin/export-formats.ts'
import {
  type MachineChoice,
  machineChoiceIn,
  machineSearch,
} from '#content/admin/machine-choice.ts'
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

/** A recording that is shown in place of the running system. */
export interface ShownRecording extends OpenedRecording {
  /** Sentences about it that its reader should know. */
  notes: readonly string[]
}

interface ChosenFile {
  file: File
  /** True if it is to be compared with the recording that is shown. */
  isCompared: boolean
}

/** A recording that was in a file. */
export interface ReadFile extends Pick<ChosenFile, 'isCompared'> {
  recording: ShownRecording
}

export type MachineViewerEvent =
  | SystemChanged
  /** The window that is followed does not answer, or is gone. */
  | { type: 'system.lost' }
  | { type: 'location.committed'; location: Location }
  /** This is to be shown, where no URL says it. */
  | { type: 'choice.made'; choice: MachineChoice }
  | { type: 'retry.requested' }
  | { type: 'pause.requested' | 'resume.requested' | 'log.cleared' }
  /** The time of this step is to be shown. */
  | { type: 'step.chosen'; id: number }
  /** The chart that is shown is to be saved as a file. */
  | { type: 'export.requested'; format: ExportFormat }
  /** This file is to be shown, or compared with the one that is. */
  | ({ type: 'file.chosen' } & ChosenFile)
  /** The other recording is to be shown first; or none of them any more. */
  | { type: 'recordings.swapped' | 'recordings.closed' }

interface Context extends ListInput {
  choice: MachineChoice
  /** The machines that are alive. */
  actors: readonly WatchedActor[]
  /** The last steps of all of them. */
  steps: readonly WatchedStep[]
  /** The number of the step after which everything is shown; null for now. */
  cursor: number | null
  /** Null until it is drawn. */
  chart: DrawnChart | null
  /** The reason why there is no chart. */
  failure: Failure | null
  /** The reason why a chart could not be saved as a file. */
  exportFailure: Failure | null
  /** The recording that is shown in place of the running system, and the one that it is compared with. */
  recordings: readonly ShownRecording[]
  /** The reason why a file could not be opened. */
  fileFailure: Failure | null
}

type Choosing = Extract<MachineViewerEvent, { type: 'location.committed' | 'choice.made' }>
const choiceOf = (event: Choosing) =>
  'choice' in event ? event.choice : machineChoiceIn(event.location.search)

const lostText =
  'The window that is followed does not answer: it was closed, or another document was loaded there. What it has done before is still shown.'

/** The most steps that are kept. */
const stepLimit = 2_000

export const machineViewerMachine = setup({
  types: {} as { input: ListInput; context: Context; events: MachineViewerEvent; tags: 'busy' },
  actors: {
    /** Tells what the actors of the system do, except for this one; or those of another window. */
    watchSystem: callbackEffect<MachineViewerEvent, { window: string | null }>(),
    /** Reads the chart of a machine, from one of its snapshots if there is any, and lays it out. */
    drawChart: promiseEffect<DrawnChart, { machine: string; snapshot: ShownSnapshot | null }>(),
    /** Saves a chart as a file on the disk of the reader. */
    saveExport: promiseEffect<void, { chart: DrawnChart; format: ExportFormat }>(),
    /** Checks a file that anyone may have made, and reads the recording in it. */
    readFile: promiseEffect<ReadFile, ChosenFile>(),
    listener,
  },
  actions: {
    setSystem: assign(({ context, event }) => {
      assertEvent(event, 'system.changed')
      return { actors: event.actors, steps: [...context.steps, ...event.steps].slice(-stepLimit) }
    }),
    setChoice: assign(({ event }) => {
      assertEvent(event, ['location.committed', 'choice.made'])
      const choice = choiceOf(event)
      return { search: machineSearch(choice), choice }
    }),
    setCursor: assign({
      cursor: ({ event }) => {
        assertEvent(event, 'step.chosen')
        return event.id
      },
    }),
    setCursorToLast: assign({ cursor: ({ context }) => context.steps.at(-1)?.id ?? 0 }),
    clearCursor: assign({ cursor: null }),
    clearSteps: assign({ steps: [] }),
    clearChart: assign({ chart: null, failure: null }),
    setChart: assign((_, { output }: { output: DrawnChart }) => ({ chart: output })),
    clearExportFailure: assign({ exportFailure: null }),
    setExportFailure: assign((_, { error }: { error: unknown }) => ({
      exportFailure: Failure.from(error),
    })),
    setRecording: assign(({ context }, { output }: { output: ReadFile }) => ({
      recordings: [...(output.isCompared ? context.recordings.slice(0, 1) : []), output.recording],
    })),
    swapRecordings: assign(({ context }) => ({ recordings: context.recordings.toReversed() })),
    clearRecordings: assign({ recordings: [] }),
    clearFileFailure: assign({ fileFailure: null }),
    setFileFailure: assign((_, { error }: { error: unknown }) => ({
      fileFailure: Failure.from(error),
    })),
    /** Leaves the time of the system that was shown before: another one has another time. */
    raiseResume: raise({ type: 'resume.requested' }),
    setLost: assign({ failure: () => new Failure('unexpected', { message: lostText }) }),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
  },
  guards: {
    ...locationGuards,
    hasChart: ({ context }) => context.chart !== null,
    isOtherMachine: ({ context, event }) => {
      assertEvent(event, ['location.committed', 'choice.made'])
      return choiceOf(event).machine !== context.choice.machine
    },
  },
}).createMachine({
  id: 'machineViewer',
  meta: {
    guards: {
      ...locationGuardDescriptions,
      hasChart: 'The chart is drawn.',
      isOtherMachine: 'Another machine is chosen.',
    },
  },
  context: ({ input }) => ({
    ...input,
    choice: machineChoiceIn(input.search),
    actors: [],
    steps: [],
    cursor: null,
    chart: null,
    failure: null,
    exportFailure: null,
    recordings: [],
    fileFailure: null,
  }),
  invoke: [
    listenTo<MachineViewerEvent>({ navigation: ['location.committed'] }),
    {
      id: 'watchSystem',
      src: 'watchSystem',
      input: ({ context: { choice } }) => ({ window: choice.window }),
      onError: { actions: withEvent('setFailure') },
    },
  ],
  type: 'parallel',
  on: { 'system.changed': { actions: 'setSystem' }, 'system.lost': { actions: 'setLost' } },
  states: {
    chart: {
      description: 'Draws the chart of the machine that is chosen.',
      initial: 'drawing',
      on: {
        'location.committed': [
          {
            guard: and(['isSamePath', 'isOtherMachine']),
            target: '.drawing',
            actions: 'setChoice',
          },
          { guard: 'isSamePath', actions: 'setChoice' },
        ],
        'choice.made': [
          { guard: 'isOtherMachine', target: '.drawing', actions: 'setChoice' },
          { actions: 'setChoice' },
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
        drawn: { description: 'The chart is shown.' },
        failed: {
          description: 'The chart could not be loaded.',
          on: { 'retry.requested': 'drawing' },
        },
      },
    },
    export: {
      description: 'Saves the chart as a file.',
      initial: 'idle',
      states: {
        idle: {
          description: 'A format can be chosen.',
          on: { 'export.requested': { guard: 'hasChart', target: 'saving' } },
        },
        saving: {
          description: 'The file is being written.',
          entry: 'clearExportFailure',
          invoke: {
            id: 'saveExport',
            src: 'saveExport',
            input: ({ context: { chart }, event }) => {
              assertEvent(event, 'export.requested')
              return { chart: chart!, format: event.format }
            },
            onDone: 'idle',
            onError: { target: 'idle', actions: withEvent('setExportFailure') },
          },
        },
      },
    },
    file: {
      description: 'Shows a recording of a file in place of the running system, or compares two.',
      initial: 'idle',
      on: {
        'file.chosen': { target: '.reading', actions: 'clearFileFailure' },
        'recordings.swapped': { actions: 'swapRecordings' },
        'recordings.closed': {
          target: '.idle',
          actions: ['clearRecordings', 'clearFileFailure', 'raiseResume'],
        },
      },
      states: {
        idle: { description: 'A file can be chosen.' },
        reading: {
          description: 'The file is being checked and read.',
          invoke: {
            id: 'readFile',
            src: 'readFile',
            input: ({ event }) => {
              assertEvent(event, 'file.chosen')
              return event
            },
            onDone: { target: 'idle', actions: [withEvent('setRecording'), 'raiseResume'] },
            onError: { target: 'idle', actions: withEvent('setFileFailure') },
          },
        },
      },
    },
    time: {
      description: 'Follows the actors, or shows an earlier moment.',
      initial: 'following',
      states: {
        following: {
          description: 'All is shown as it is now.',
          entry: 'clearCursor',
          on: {
            'pause.requested': { target: 'paused', actions: 'setCursorToLast' },
            'step.chosen': { target: 'paused', actions: 'setCursor' },
            'log.cleared': { actions: 'clearSteps' },
          },
        },
        paused: {
          description:
            'All is shown as it was after a step. Anything that happens meanwhile is still recorded.',
          on: {
            'step.chosen': { actions: 'setCursor' },
            'resume.requested': 'following',
            'log.cleared': { target: 'following', actions: 'clearSteps' },
          },
        },
      },
    },
  },
})

export type MachineViewerRef = ActorRefFrom<typeof machineViewerMachine>
type Snapshot = SnapshotFrom<typeof machineViewerMachine>
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const isFailed = (snapshot: Snapshot) => snapshot.matches({ chart: 'failed' })
export const isPaused = (snapshot: Snapshot) => snapshot.matches({ time: 'paused' })
export const selectChart = ({ context }: Snapshot) => context.chart
export const selectPath = ({ context }: Snapshot) => context.path
/** True where the viewer is beside a page, whose URL says nothing about it. */
export const isBesideThePage = ({ context }: Snapshot) => context.path === null
/** True where the machines of another window are shown. */
export const isFollowing = ({ context }: Snapshot) => context.choice.window !== null
export const selectChoice = ({ context }: Snapshot) => context.choice
/** Returns the actors and the steps of what is shown: of the first recording, or of the running system. */
const systemOf = ({ recordings, actors, steps }: Context) => recordings[0] ?? { actors, steps }
export const selectActors = ({ context }: Snapshot) => systemOf(context).actors
export const selectSteps = ({ context }: Snapshot) => systemOf(context).steps
export const selectCursor = ({ context }: Snapshot) => context.cursor
export const selectRecordings = ({ context }: Snapshot) => context.recordings
/** True while a recording is shown. */
export const isRecorded = ({ context }: Snapshot) => context.recordings.length > 0
/** True where what is shown is what runs on this page now. */
export const isLive = ({ context }: Snapshot) =>
  context.recordings.length === 0 && context.choice.window === null && context.cursor === null
export const isReadingFile = (snapshot: Snapshot) => snapshot.matches({ file: 'reading' })
export const selectFileFailure = ({ context }: Snapshot) => context.fileFailure
/** Returns the session id of the actor that is shown, which may have ended; undefined if there is none. */
export const selectShownActor = ({ context }: Snapshot) => {
  const { choice, cursor } = context
  const { actors, steps } = systemOf(context)
  const isKnown = ({ receiver, snapshot }: WatchedStep) =>
    receiver.id === choice.actor && snapshot.machine.id === choice.machine
  return cursor !== null && choice.actor !== null && steps.some(isKnown)
    ? choice.actor
    : chosenActor(actors, choice)?.id
}
/** Returns the snapshot that is shown of it; undefined if it was not there, or is not any more. */
export const selectShown = (snapshot: Snapshot) => {
  const { cursor } = snapshot.context
  const { actors, steps } = systemOf(snapshot.context)
  const actor = selectShownActor(snapshot)
  const then = actor && cursor !== null ? snapshotAt(steps, actor, cursor) : undefined
  if (then !== undefined) return then ?? undefined
  return actors.find(({ id }) => id === actor)?.snapshot
}
/** Returns the last step of the actor that is shown, whatever came of it; null if there is none. */
export const selectLastStep = (snapshot: Snapshot) => lastStepOf(snapshot, () => true)
/** Returns the last step in which it took a transition; null if there is none. */
export const selectLastTaken = (snapshot: Snapshot) =>
  lastStepOf(snapshot, ({ taken }) => taken.length > 0)

function lastStepOf(snapshot: Snapshot, isFound: (step: WatchedStep) => boolean) {
  const { cursor } = snapshot.context
  const actor = selectShownActor(snapshot)
  const isOfActor = (step: WatchedStep) =>
    step.receiver.id === actor && isFound(step) && (cursor === null || step.id <= cursor)
  return systemOf(snapshot.context).steps.findLast(isOfActor) ?? null
}
/** True where no machine has the name that was asked for. */
export const isMissing = ({ context }: Snapshot) => context.failure?.kind === 'notFound'
export const isExporting = (snapshot: Snapshot) => snapshot.matches({ export: 'saving' })
export const selectExportFailure = ({ context }: Snapshot) => context.exportFailure
export const selectFailure = ({ context }: Snapshot) => context.failure
