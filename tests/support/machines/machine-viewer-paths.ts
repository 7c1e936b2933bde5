/** The input and the events by which the viewer of machines is walked, alone and through its screen. */
import type { MachineChoice } from '#content/admin/machine-choice.ts'
import { Failure } from '#content/model/failure.ts'
import { locationOf } from '#content/navigation/location.ts'
import type {
  DrawnChart,
  MachineViewerEvent,
  ShownRecording,
} from '#machines/admin/machine-viewer.ts'
import { layoutChart } from '../../../charts/layout/layout-chart.ts'
import { createLayoutEngine } from '../../../charts/layout/layout-engine.ts'
import { modelOf } from '../../../charts/model/model-of.ts'
import { trafficLight } from '../charts/foreign-machines.ts'
import type { Answer } from '#charts/paths/paths.ts'

const model = modelOf(trafficLight)
export const drawnChart: DrawnChart = {
  model,
  layout: await layoutChart(model, createLayoutEngine()),
}

export const viewerInput = { path: '/blog', search: '?machine=light' }

/** Links elsewhere on the page. */
export const viewerLinks = ['/blog?machine=auth', '/blog?machine=light&state=light.red']

const recordingNamed = (name: string): ShownRecording => ({
  ...{ name, about: {}, dropped: 0, actors: [], steps: [] },
  notes: [`Notes about ${name}`],
})

const file = new File(['{}'], 'report.json')
const choices: readonly MachineChoice[] = [
  { machine: 'auth', actor: null, state: null, window: null },
  { machine: 'light', actor: null, state: 'light.red', window: null },
]

const events: readonly (MachineViewerEvent | Answer)[] = [
  ...viewerLinks.map((href) => ({
    type: 'location.committed' as const,
    location: locationOf(href),
  })),
  { type: 'system.changed', actors: [], steps: [] },
  { type: 'system.lost' },
  { type: 'retry.requested' },
  { type: 'pause.requested' },
  { type: 'resume.requested' },
  { type: 'log.cleared' },
  { type: 'step.chosen', id: 2 },
  { type: 'export.requested', format: 'mermaid' },
  ...choices.map((choice) => ({ type: 'choice.made' as const, choice })),
  { type: 'file.chosen', file, isCompared: false },
  { type: 'file.chosen', file, isCompared: true },
  { type: 'recordings.swapped' },
  { type: 'recordings.closed' },
  {
    type: 'xstate.done.actor.readFile',
    output: { recording: recordingNamed('one.json'), isCompared: false },
  },
  {
    type: 'xstate.done.actor.readFile',
    output: { recording: recordingNamed('two.json'), isCompared: true },
  },
  { type: 'xstate.error.actor.readFile', error: new Failure('invalid') },
  { type: 'xstate.done.actor.drawChart', output: drawnChart },
  { type: 'xstate.error.actor.drawChart', error: new Failure('offline') },
  { type: 'xstate.done.actor.saveExport', output: undefined },
  { type: 'xstate.error.actor.saveExport', error: new Failure('unexpected') },
  { type: 'xstate.error.actor.watchSystem', error: new Failure('unexpected') },
]

interface Distinguished {
  search: string
  failure: Failure | null
  recordings: readonly unknown[]
}

export const machineViewer = {
  input: viewerInput,
  events,
  distinguishBy: ({ search, failure, recordings }: Distinguished) => [
    search,
    failure !== null,
    recordings.length,
  ],
}
