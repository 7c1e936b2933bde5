import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type EventObject, type InputFrom, SimulatedClock, createActor, fromCallback } from 'xstate'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import type { PickedFile } from '#content/pictures/uploads.ts'
import type { listener } from '#machines/actor-listener.ts'
import { type UploadEvent, uploadMachine } from '#machines/admin/upload.ts'
import { uploadQueueMachine } from '#machines/admin/upload-queue.ts'
import { UploadPanel } from '#src/admin/media/UploadPanel.tsx'
import { cover } from '../../support/machines/coverage.ts'
import { controlledCallback, controlledPromise } from '#charts/paths/controlled-effects.ts'
import {
  controlledSending,
  inspectAll,
  pickedFile,
} from '../../support/machines/upload-queue-paths.ts'

const coverage = cover(uploadQueueMachine)
const uploadCoverage = cover(uploadMachine)
afterEach(cleanup)

/** Shows the uploads, with a network that the test controls. */
const openPanel = (sendFailure?: Error) => {
  const clock = new SimulatedClock()
  const readKeptFiles = controlledPromise<PickedFile[], undefined>()
  const sending = controlledSending(sendFailure)
  const others = controlledCallback<EventObject, InputFrom<typeof listener>>()
  const logic = uploadQueueMachine.provide({
    actors: {
      upload: uploadMachine.provide({ actors: { sendFile: sending.logic } }),
      readKeptFiles: readKeptFiles.logic,
      warnBeforeLeaving: fromCallback(() => {}),
      forgetOnStop: fromCallback(() => {}),
      listener: others.logic,
    },
    actions: { keepFiles: () => {} },
  })
  const ref = createActor(logic, {
    clock,
    inspect: inspectAll(coverage.inspect, uploadCoverage.inspect),
  }).start()
  render(<UploadPanel uploadQueueRef={ref} />)
  return {
    ref,
    readKept: (answer: Parameters<typeof readKeptFiles.settle>[0]) =>
      act(async () => readKeptFiles.settle(answer)),
    /** Sends an event of the files that are being sent, or of other actors. */
    report: (name: string, event: UploadEvent) => act(() => sending.report(name, event)),
    hear: (type: string) => act(() => others.send({ type })),
    wait: (ms: number) => act(() => clock.increment(ms)),
  }
}

const choose = (...files: PickedFile[]) =>
  fireEvent.change(screen.getByLabelText('Upload files…'), {
    target: { files: files.map(({ file }) => file) },
  })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const rows = () => within(screen.getByRole('list', { name: 'Uploads' })).getAllByRole('listitem')
const states = () => rows().map((row) => row.getAttribute('data-status'))
const summary = () => screen.getByText(/ uploaded/).textContent
const saved = { iri: '/_/media_objects/one-1.png', isNew: true, picture: {} }

test('files are chosen, shown with their progress, and lead to the library once they are there', () => {
  const { report } = openPanel()
  choose(pickedFile('one'), pickedFile('two'), pickedFile('three'), pickedFile('text', 'text/css'))
  expect(states()).toEqual(['sending', 'sending', 'waiting', 'refused'])
  expect(rows()[3]!.textContent).toContain('Send a complete picture')
  report('one.png', { type: 'progress.reported', progress: 0.42 })
  const bar = within(rows()[0]!).getByRole<HTMLProgressElement>('progressbar')
  expect([bar.getAttribute('aria-label'), bar.value]).toEqual(['Upload of one.png', 42])
  expect(rows()[0]!.textContent).toContain('42 %')
  report('one.png', { type: 'progress.reported', progress: 1 })
  expect(rows()[0]!.textContent).toContain('Being processed…')
  report('one.png', { type: 'file.saved', saved })
  report('two.png', { type: 'file.saved', saved })
  report('three.png', { type: 'file.saved', saved: { ...saved, isNew: false } })
  expect(states()).toEqual(['saved', 'saved', 'saved', 'refused'])
  expect(rows()[2]!.textContent).toContain('Already in the library')
  expect(within(rows()[0]!).getByRole('link').getAttribute('href')).toBe('/_cwa/media/one-1.png')
  expect(summary()).toBe('3 of 4 uploaded, 1 refused')
  press('Clear the list')
  expect(screen.queryByRole('list')).toBeNull()
})

test('an upload is canceled and sent again, and all that have failed at once', () => {
  const { report } = openPanel()
  choose(pickedFile('one'), pickedFile('two'))
  press('Cancel one.png')
  expect(states()).toEqual(['canceled', 'sending'])
  expect(document.activeElement).toBe(rows()[0])
  press('Retry one.png')
  const error = failureFromStatus(500, { message: 'It broke.' })
  report('one.png', { type: 'sending.failed', error })
  report('two.png', { type: 'sending.failed', error })
  expect(states()).toEqual(['failed', 'failed'])
  expect(rows()[0]!.textContent).toContain('It broke.')
  expect(summary()).toBe('0 of 2 uploaded, 2 failed')
  press('Retry all failed')
  expect(states()).toEqual(['sending', 'sending'])
})

test('an upload that cannot even be started has failed', () => {
  openPanel(new Error('No code.'))
  choose(pickedFile('one'))
  expect(states()).toEqual(['failed'])
})

test.each(['network.restored', 'connection.opened', 'session.renewed', 'later', 'Try now'])(
  'uploads wait while the site is not reached, and go on: %s',
  (how) => {
    const { report, hear, wait } = openPanel()
    choose(pickedFile('one'))
    report('one.png', { type: 'sending.failed', error: new Failure('offline') })
    expect(states()).toEqual(['waiting'])
    expect(screen.getByText(/^The site cannot be reached/)).toBeTruthy()
    if (how === 'later') wait(15_000)
    else if (how === 'Try now') press(how)
    else hear(how)
    expect(states()).toEqual(['sending'])
    expect(screen.queryByText(/^The site cannot be reached/)).toBeNull()
  },
)

test.each([
  ['Go on', ['sending', 'sending']],
  ['Discard', []],
])('what a reload has interrupted is offered: %s', async (name, after) => {
  const { readKept, ref } = openPanel()
  await readKept({
    type: 'xstate.done.actor.readKeptFiles',
    output: [pickedFile('one'), pickedFile('two')],
  })
  expect(screen.getByText('2 uploads were interrupted.')).toBeTruthy()
  expect(screen.queryByRole('list')).toBeNull()
  await act(async () => press(name))
  expect(ref.getSnapshot().context.uploads.map(({ status }) => status)).toEqual(after)
})

test('files are dropped anywhere on the screen and pasted; text is not', () => {
  openPanel()
  const transfer = { types: ['Files'], files: [pickedFile('one').file] }
  expect(fireEvent.drop(document.body, { dataTransfer: transfer })).toBe(false)
  fireEvent.paste(document.body, { clipboardData: transfer })
  const text = { types: ['text/plain'], files: [] }
  expect(fireEvent.drop(document.body, { dataTransfer: text })).toBe(true)
  fireEvent.paste(document.body, { clipboardData: text })
  expect(rows()).toHaveLength(2)
})

coverage.expectAll()
uploadCoverage.expectAll()
