import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { SimulatedClock, createActor } from 'xstate'
import type { ShownSnapshot } from '#charts/live/watched.ts'
import { type ExportFormat, exportFileName } from '#content/admin/export-formats.ts'
import { Failure } from '#content/model/failure.ts'
import { type Location, hrefOf } from '#content/navigation/location.ts'
import {
  type DrawnChart,
  type MachineViewerEvent,
  type ReadFile,
  isBusy,
  isFailed,
  machineViewerMachine,
} from '#machines/admin/machine-viewer.ts'
import { MachineViewer } from '#src/admin/machines/MachineViewer.tsx'
import { exportedFile } from '#src/app/effects/admin/chart-export.ts'
import { machineIds } from '#src/app/effects/admin/chart-files.ts'
import { machineViewer } from '#src/app/effects/admin/machine-viewer-effects.ts'
import { AppProvider } from '#src/app/shell/app-context.tsx'
import { AppRouter } from '#src/app/shell/router.tsx'
import { modelOf } from '../../../charts/model/model-of.ts'
import { layoutChart } from '../../../charts/layout/layout-chart.ts'
import { createLayoutEngine } from '../../../charts/layout/layout-engine.ts'
import { createRecorder } from '../../../charts/record/recorder.ts'
import { writeRecording } from '../../../charts/record/recording-file.ts'
import { trafficLight } from '../../support/charts/foreign-machines.ts'
import { timer } from '../../support/charts/recorded-machines.ts'
import { pagePayload } from '../../support/content/page-payload.ts'
import { startApp } from '../../support/machines/app-actors.ts'
import { cover } from '../../support/machines/coverage.ts'
import {
  drawnChart,
  machineViewer as walked,
  viewerInput,
  viewerLinks,
} from '../../support/machines/machine-viewer-paths.ts'
import { controlledCallback, controlledPromise } from '#charts/paths/controlled-effects.ts'
import { type Answer, coveringPaths, namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(machineViewerMachine)
afterEach(cleanup)

interface OpenOptions {
  /** The path of the screen; null beside a page. */
  path?: string | null
  search?: string
  /** True if the real system is watched. */
  isLive?: boolean
  /** The failure of what watches. */
  failure?: Error
}

const openViewer = ({
  path = viewerInput.path,
  search = viewerInput.search,
  isLive = false,
  failure,
}: OpenOptions = {}) => {
  const watching = controlledCallback<MachineViewerEvent, { window: string | null }>(failure)
  const drawing = controlledPromise<
    DrawnChart,
    { machine: string; snapshot: ShownSnapshot | null }
  >()
  const saving = controlledPromise<void, { chart: DrawnChart; format: ExportFormat }>()
  const reading = controlledPromise<ReadFile, { file: File; isCompared: boolean }>()
  const payload = pagePayload([], { path: '/blog' })
  const { appRef } = startApp(`/blog${search}`, { payload, inspect: coverage.inspect })
  const viewerRef = createActor(
    machineViewer.provide({
      actors: {
        drawChart: drawing.logic,
        saveExport: saving.logic,
        ...(!isLive && { readFile: reading.logic }),
        ...(!isLive && { watchSystem: watching.logic }),
      },
    }),
    { input: { path, search }, parent: appRef, id: 'machineViewer' },
  ).start()
  render(
    <AppProvider value={appRef}>
      <AppRouter>
        {viewerLinks.map((href) => (
          <a key={href} href={href}>
            to {href}
          </a>
        ))}
        <MachineViewer viewerRef={viewerRef} machines={machineIds} />
      </AppRouter>
    </AppProvider>,
  )
  return { appRef, viewerRef, watching, drawing, saving, reading }
}

const started = createActor(trafficLight).start().getSnapshot()
const steps = [1, 2].map((id) => ({
  ...{ id, at: 0, sender: null, taken: [], before: null, snapshot: started },
  receiver: { id: 'x:1', name: 'light' },
  event: { type: 'timer' },
}))
/** An event of another system, of which two steps are known. */
const withSteps: MachineViewerEvent = { type: 'system.changed', actors: [], steps }

const paths = coveringPaths(
  pathsOf(machineViewerMachine, {
    ...walked,
    // One is thrown as soon as it is started, the other is sent beside a page: each has a test of its own.
    events: walked.events.filter(
      ({ type }) => type !== 'xstate.error.actor.watchSystem' && type !== 'choice.made',
    ),
  }),
)

const timeButtons: Readonly<Record<string, string>> = {
  'pause.requested': 'Pause',
  'resume.requested': 'Follow',
  'log.cleared': 'Clear',
}
/** The buttons that are there while a recording is shown. */
const recordingButtons: Readonly<Record<string, RegExp>> = {
  'recordings.closed': /^Back to this page$/,
  'recordings.swapped': /^Show (one|two)\.json$/,
}

/** Chooses a file as a press on a button and the dialog of the browser do. */
const chooseFile = (label: RegExp, file: File) =>
  fireEvent.change(screen.getByLabelText(label), { target: { files: [file] } })

const drawing = () => screen.queryByRole('img', { name: /^Statechart/ })

test.each(namedPaths(paths))('%s', async (_, { events, next }) => {
  const opened = openViewer()
  await act(async () => opened.watching.send(withSteps))
  for (const event of events)
    await act(async () => {
      if (event.type === 'location.committed')
        screen.getByRole('link', { name: `to ${hrefOf(event['location'] as Location)}` }).click()
      else if (event.type === 'retry.requested')
        fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
      else if (event.type in timeButtons) {
        const name = timeButtons[event.type]!
        const button = screen.queryByRole('button', { name })
        // Recordings have no such buttons.
        if (button) fireEvent.click(button)
        else opened.viewerRef.send(event as MachineViewerEvent)
      } else if (event.type in recordingButtons) {
        const button = screen.queryByRole('button', { name: recordingButtons[event.type]! })
        if (button) fireEvent.click(button)
        else opened.viewerRef.send(event as MachineViewerEvent)
      } else if (event.type === 'file.chosen')
        chooseFile(
          event['isCompared'] && screen.queryByLabelText(/^Compare/)
            ? /^Compare/
            : /^Open (a recording|another)/,
          event['file'] as File,
        )
      else if (event.type === 'step.chosen' && screen.queryAllByRole('option').length > 1)
        fireEvent.click(screen.getAllByRole('option')[1]!)
      else if (event.type === 'step.chosen') opened.viewerRef.send(event as MachineViewerEvent)
      else if (event.type.startsWith('system.')) opened.watching.send(event as MachineViewerEvent)
      else if (event.type === 'export.requested')
        fireEvent.click(screen.getByRole('button', { name: 'Mermaid' }))
      else if (event.type.endsWith('.saveExport')) opened.saving.settle(event as Answer as never)
      else if (event.type.endsWith('.readFile')) opened.reading.settle(event as Answer as never)
      else opened.drawing.settle(event as Answer as never)
    })
  const { value, context } = opened.viewerRef.getSnapshot()
  expect(value).toEqual(next.value)
  expect(context.choice.machine).toBe(next.context.choice.machine)
  expect(screen.queryByText('Drawing…') !== null).toBe(isBusy(next))
  const { exportFailure } = next.context
  const isExportFailed = next.context.chart !== null && exportFailure !== null
  const isFileFailed = next.context.fileFailure !== null
  expect(screen.queryByRole('alert') !== null).toBe(
    isFailed(next) || isExportFailed || isFileFailed,
  )
  const [shown, other] = next.context.recordings
  expect(screen.queryByText('Back to this page') !== null).toBe(shown !== undefined)
  expect(screen.queryByText(`Notes about ${shown?.name}`) !== null).toBe(shown !== undefined)
  expect(screen.queryByText(/^All 0 steps are the same/) !== null).toBe(other !== undefined)
  expect(drawing() !== null).toBe(next.matches({ chart: 'drawn' }))
})

test('shows the chart where what runs cannot be followed', async () => {
  const { drawing: answer } = openViewer({ failure: new Failure('unexpected') })
  await act(async () =>
    answer.settle({ type: 'xstate.done.actor.drawChart', output: drawnChart } as never),
  )
  expect(drawing()).not.toBeNull()
  expect(screen.getByText(/^No actor of this machine is running/)).toBeDefined()
})

/** Opens the viewer of the real system of the app, with the chart of one of its machines. */
const openLive = async (machine: 'navigation' | 'auth') => {
  const opened = openViewer({ search: `?machine=${machine}`, isLive: true })
  const { machine: logic } = opened.appRef.getSnapshot().children[machine]!.getSnapshot()
  const model = modelOf(logic)
  const layout = await layoutChart(model, createLayoutEngine())
  await act(async () =>
    opened.drawing.settle({
      type: 'xstate.done.actor.drawChart',
      output: { model, layout },
    } as never),
  )
  return opened
}

const marksOf = (mark: string) =>
  [...document.querySelectorAll(`.chart-state.${mark} > text:first-of-type`)].map(
    (name) => name.firstElementChild!.textContent,
  )
const row = (name: RegExp) => within(screen.getByRole('tree')).getByRole('treeitem', { name })

test('lists the actors of the page, finds one, and chooses it by keyboard', async () => {
  await openLive('auth')
  expect(row(/^app/).getAttribute('aria-level')).toBe('1')
  expect(screen.queryByText(/machineViewer/)).toBeNull()
  fireEvent.change(screen.getByLabelText('Search actors'), { target: { value: 'errorpage' } })
  expect(screen.getByText('2 actors')).toBeDefined()
  const tree = screen.getByRole('tree')
  for (const key of ['Home', 'ArrowRight', 'Enter'])
    await act(async () => fireEvent.keyDown(tree, { key }))
  expect(tree.getAttribute('aria-activedescendant')).toBe(row(/^errorPage/).id)
  expect(row(/^errorPage/).getAttribute('aria-selected')).toBe('true')
  expect(screen.getByRole('heading', { name: 'errorPage' })).toBeDefined()
})

test('collapses a branch by keyboard and by a press, and expands it again', async () => {
  await openLive('auth')
  const tree = screen.getByRole('tree')
  const press = (key: string) => act(async () => fireEvent.keyDown(tree, { key }))
  await press('Home')
  expect(row(/^app/).getAttribute('aria-expanded')).toBe('true')
  await press('ArrowLeft')
  expect(row(/^app/).getAttribute('aria-expanded')).toBe('false')
  expect(screen.getByText('1 actor')).toBeDefined()
  await press('ArrowRight')
  expect(screen.queryByText('1 actor')).toBeNull()
  await act(async () => fireEvent.click(row(/^app/).querySelector('[data-toggle]')!))
  expect(screen.getByText('1 actor')).toBeDefined()
})

test('sends an event that is understood, and asks before one that might destroy something', async () => {
  const { appRef } = await openLive('auth')
  const sender = within(screen.getByRole('region', { name: 'Send an event' }))
  const auth = appRef.getSnapshot().children.auth!
  fireEvent.change(sender.getByLabelText('Event'), { target: { value: 'signIn.requested' } })
  const text = () => sender.getByLabelText('As JSON') as HTMLTextAreaElement
  expect(JSON.parse(text().value)).toEqual({ type: 'signIn.requested' })
  const write = (value: object) =>
    fireEvent.change(text(), { target: { value: JSON.stringify(value) } })
  const send = () => act(async () => fireEvent.click(sender.getByRole('button', { name: 'Send' })))
  write({ type: 'other' })
  await send()
  expect(sender.getByText('The type of this event is "signIn.requested".')).toBeDefined()
  write({ type: 'signIn.requested', username: 'eve', password: 'correct horse' })
  await send()
  expect(auth.getSnapshot().value).not.toBe('signedOut')
  expect(sender.queryByRole('alertdialog')).toBeNull()
})

test('lights the states that an actor is in, and says what it would do next', async () => {
  await openLive('auth')
  expect(marksOf('active')).toEqual(['auth', 'signedOut'])
  const now = within(screen.getByRole('region', { name: 'Now' }))
  expect(now.getByText('signedOut')).toBeDefined()
  expect(now.getByText('signIn.requested', { selector: 'span' })).toBeDefined()
})

test('follows what happens, and marks the transition that was taken', async () => {
  await openLive('navigation')
  expect(document.querySelector('.taken')).toBeNull()
  fireEvent.click(screen.getByRole('tab', { name: 'Table' }))
  // The address is changed by the very actor that is watched.
  await act(async () => screen.getByRole('link', { name: 'idle' }).click())
  fireEvent.click(screen.getByRole('tab', { name: 'Drawing' }))
  await waitFor(() => expect(document.querySelector('.taken')).not.toBeNull())
})

test('shows the same chart as a table, whose states have addresses', async () => {
  await openLive('auth')
  fireEvent.click(screen.getByRole('tab', { name: 'Table' }))
  const table = within(screen.getByRole('table', { name: 'States and transitions of auth' }))
  const state = table.getByRole('link', { name: 'signedOut' })
  await act(async () => state.click())
  expect(table.getByRole('link', { name: 'signedOut' }).getAttribute('aria-current')).toBe(
    'location',
  )
  expect(table.getAllByText('Active').length).toBe(2)
  fireEvent.click(screen.getByRole('tab', { name: 'Drawing' }))
  expect(marksOf('chosen')).toEqual(['signedOut'])
})

test('lists all machines, and finds one that does not run', async () => {
  openViewer({ isLive: true })
  fireEvent.click(screen.getByRole('tab', { name: 'All machines' }))
  expect(machineIds.length).toBeGreaterThan(100)
  fireEvent.change(screen.getByLabelText('Search machines'), { target: { value: 'sitebackup' } })
  await act(async () => screen.getByRole('link', { name: 'siteBackup' }).click())
  expect(screen.getByRole('heading', { name: 'siteBackup' })).toBeDefined()
  expect(screen.getByText('Not running')).toBeDefined()
})

test('beside a page, what is shown is chosen without its address', async () => {
  const { appRef, viewerRef, drawing: answer } = openViewer({ path: null, isLive: true })
  await act(async () =>
    answer.settle({ type: 'xstate.done.actor.drawChart', output: drawnChart } as never),
  )
  fireEvent.click(screen.getByRole('tab', { name: 'Table' }))
  const state = screen.getByRole('link', { name: 'red' })
  expect(state.getAttribute('href')).toBe('/_cwa/machines?machine=light&state=light.red')
  await act(async () => state.click())
  expect(state.getAttribute('aria-current')).toBe('location')
  fireEvent.change(screen.getByLabelText('Search actors'), { target: { value: 'auth' } })
  await act(async () => fireEvent.click(row(/^auth/)))
  expect(viewerRef.getSnapshot().context.choice.machine).toBe('auth')
  const { location } = appRef.getSnapshot().children.navigation!.getSnapshot().context
  expect(location.search).toBe(viewerInput.search)
})

test('says that no machine has the name of the address', async () => {
  const { drawing: answer } = openViewer({ search: '?machine=nothing' })
  await act(async () =>
    answer.settle({
      type: 'xstate.error.actor.drawChart',
      error: new Failure('notFound'),
    } as never),
  )
  expect(screen.getByRole('alert').textContent).toMatch(/no machine named nothing/)
})

test('zooms by keyboard and by buttons', async () => {
  await openLive('auth')
  const view = screen.getByRole('group', { name: /^Drawing of auth/ })
  const box = view.firstElementChild as HTMLElement
  fireEvent.keyDown(view, { key: '1' })
  const natural = Number.parseFloat(box.style.inlineSize)
  expect(natural).toBeGreaterThan(100)
  fireEvent.click(screen.getByRole('button', { name: 'Fit all' }))
  expect(box.style.inlineSize).toBe('100%')
  expect(box.style.blockSize).toBe('100%')
})

test('goes back through what has happened, and follows again', async () => {
  const { drawing: answer } = openViewer({ isLive: true })
  // The address is changed by an actor that is watched.
  await act(async () => screen.getByRole('link', { name: `to ${viewerLinks[0]}` }).click())
  const log = within(screen.getByRole('region', { name: 'Events' }))
  fireEvent.change(log.getByLabelText('Filter by event or actor'), {
    target: { value: 'navigation.requested' },
  })
  await log.findAllByRole('option', { name: /navigation\.requested/ })
  await act(async () => fireEvent.click(log.getByRole('button', { name: 'Step back' })))
  expect(log.getByRole('option', { selected: true }).textContent).toMatch(/navigation\.requested/)
  expect(screen.getByText('As it was, since paused')).toBeDefined()
  expect(screen.getByRole('heading', { name: 'navigation' })).toBeDefined()
  await act(async () =>
    answer.settle({ type: 'xstate.done.actor.drawChart', output: drawnChart } as never),
  )
  const now = within(screen.getByRole('region', { name: 'Now' }))
  expect(now.getByText('Last event').parentElement!.textContent).toMatch(/navigation\.requested/)
  expect(now.getAllByText('changed').length).toBeGreaterThan(0)
  expect(log.getByRole('button', { name: 'Step back' }).getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(log.getByRole('tab', { name: 'Sequence diagram' }))
  expect(log.getByRole('img', { name: /^The last \d+ events/ })).toBeDefined()
  fireEvent.click(log.getByRole('button', { name: 'Follow' }))
  expect(screen.queryByText('As it was, since paused')).toBeNull()
})

test('saves the chart in the format that is chosen, and waits for one before the next', async () => {
  const { saving } = await openLive('auth')
  const exports = within(screen.getByRole('group', { name: 'Export' }))
  fireEvent.click(exports.getByRole('button', { name: 'XState' }))
  expect(saving.calls.map(({ input }) => [input.format, input.chart.model.id])).toEqual([
    ['xstate', 'auth'],
  ])
  fireEvent.click(exports.getByRole('button', { name: 'SVG' }))
  expect(saving.calls).toHaveLength(1)
  await act(async () =>
    saving.settle({ type: 'xstate.done.actor.saveExport', output: undefined } as never),
  )
  fireEvent.click(exports.getByRole('button', { name: 'SVG' }))
  expect(saving.calls).toHaveLength(2)
})

test('writes each format', async () => {
  const texts = await Promise.all(
    (['svg', 'json', 'mermaid', 'xstate'] as const).map(async (format) =>
      (await exportedFile(drawnChart, format)).text(),
    ),
  )
  expect(texts[0]).toMatch(/^<svg[^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/)
  expect(texts[0]).toContain('<style>')
  expect(JSON.parse(texts[1]!)).toMatchObject({ id: 'light', root: {} })
  expect(texts[2]).toMatch(/^stateDiagram-v2/)
  expect(JSON.parse(texts[3]!)).toMatchObject({ id: 'light', states: { green: {} } })
  expect(exportFileName('light', 'xstate')).toBe('light.xstate.json')
})

/** The file of a report about a lamp that was switched on so many times, and on another version of the machines. */
const reportOf = (presses: number) => {
  const recorder = createRecorder()
  const root = createActor(timer, { inspect: recorder.inspect, clock: new SimulatedClock() })
  root.start()
  for (let press = 0; press < presses; press += 1) root.send({ type: 'stop.requested' })
  return new File([writeRecording(recorder.recording({ charts: 'others' }))], `${presses}.json`)
}

test('opens a recording, steps through it, and compares it with another', async () => {
  const model = modelOf(timer)
  const layout = await layoutChart(model, createLayoutEngine())
  const { drawing: answer } = openViewer({ search: '?machine=timer', isLive: true })
  await act(async () =>
    answer.settle({ type: 'xstate.done.actor.drawChart', output: { model, layout } } as never),
  )
  chooseFile(/^Open a recording/, reportOf(1))
  await screen.findByText(/^Shows the recording 1\.json: 2 steps/)
  expect(screen.getByText(/^The machines have changed since/)).toBeDefined()
  expect(screen.getByText('In the recording')).toBeDefined()
  expect(marksOf('active')).toEqual(['timer', 'stopped'])
  const log = within(screen.getByRole('region', { name: 'Events' }))
  expect(log.queryByRole('button', { name: 'Clear' })).toBeNull()
  await act(async () => fireEvent.click(log.getByRole('button', { name: 'Step back' })))
  expect(marksOf('active')).toEqual(['timer', 'waiting'])
  fireEvent.click(log.getByRole('button', { name: 'Go to the end' }))
  expect(marksOf('active')).toEqual(['timer', 'stopped'])

  const dropped = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), {
    dataTransfer: { types: ['Files'], files: [reportOf(0)] },
  })
  fireEvent(screen.getByRole('region', { name: 'Recordings' }), dropped)
  expect(dropped.defaultPrevented).toBe(true)
  await screen.findByText('They part at step 2:')
  expect(screen.getByText('It has ended before this step.')).toBeDefined()
  const table = within(screen.getByRole('table', { name: /^States at the end: 1 actor differs/ }))
  expect(table.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    'stopped',
    'waiting',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Show 0.json' }))
  expect(marksOf('active')).toEqual(['timer', 'waiting'])
  fireEvent.click(screen.getByRole('button', { name: 'Back to this page' }))
  expect(screen.queryByText('In the recording')).toBeNull()
})

test.each([
  [new File([], 'empty.json'), 'This file is empty.'],
  [new File(['no'], 'no.json'), 'This file is no recording: it is not JSON.'],
  [
    Object.defineProperty(new File(['x'], 'large.json'), 'size', { value: 300 * 1024 * 1024 }),
    'This file has 300 MB. Recordings of up to 100 MB are opened.',
  ],
])('says why a file is not opened', async (file, reason) => {
  openViewer({ isLive: true })
  chooseFile(/^Open a recording/, file)
  expect((await screen.findByRole('alert')).textContent).toBe(reason)
})

coverage.expectAll({
  'machineViewer xstate.error.actor.watchSystem':
    'thrown by a watcher that a test has put in place',
})
