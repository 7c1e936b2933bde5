import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Step } from '#content/change/types.ts'
import { Failure } from '#content/model/failure.ts'
import { maxFileSize } from '#content/model/image-file.ts'
import type { Component, Resource } from '#content/model/resource.ts'
import { canUndo } from '#machines/editing/changes/change-queue.ts'
import { editState } from '#machines/editing/changes/edit-state.ts'
import { selectFieldRefs } from '#machines/editing/changes/pending-edits.ts'
import { pickedFileMachine } from '#machines/editing/changes/picked-file.ts'
import { type OpenEditor, manager, openEditor, settleRun, title } from '../../../support/editor.tsx'
import { cover } from '../../../support/machines/coverage.ts'
import { component, pagePayload } from '../../../support/content/page-payload.ts'
import { sampleMediaObject } from '../../../support/content/sample-media-object.ts'

const coverage = cover(pickedFileMachine)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const goat = component('Image', 'goat', { alt: 'A goat' })
const image = {
  ...goat,
  _metadata: {
    ...goat._metadata,
    mediaObjects: { file: [{ ...sampleMediaObject, width: 480, height: 320 }] },
  },
}

const pickedFile = (type = 'image/png', content: BlobPart = 'x') =>
  new File([content], 'trunk', { type })
const pickedContent = 'data:image/png;name=trunk;base64,eA=='

/** Opens a page with a picture, and selects that. */
const openImage = async (shownImage: Component = image) => {
  const editor = await openEditor({
    payload: pagePayload([shownImage]),
    inspect: coverage.inspect,
    controlsChangeRuns: true,
  })
  if (shownImage === image) await editor.user.click(shown())
  else await editor.user.click(document.querySelector('[data-area] [data-iri^="/component"]')!)
  const pick = (file: File) =>
    editor.happen(() => void fireEvent.change(control(), { target: { files: [file] } }))
  const intents = () =>
    editor.puppets.changeRun.calls.map(({ input: { job } }) => job.kind === 'apply' && job.intent)
  return { ...editor, pick, intents, editor }
}

/** The file of the library that a picked one becomes. */
const libraryFile: Resource = {
  '@id': '/_/media_objects/trunk',
  '@type': 'MediaObject',
  _metadata: { persisted: true, mediaObjects: { file: [sampleMediaObject] } },
}

/** Sends the picked file completely. */
const finishUpload = ({ happen, puppets, cache }: OpenEditor) =>
  happen(() => {
    cache.save([{ resource: libraryFile }])
    const saved = { iri: libraryFile['@id'], isNew: true, picture: {} }
    puppets.upload.report('trunk', { type: 'file.saved', saved })
  })

const bars = () => screen.queryAllByRole<HTMLProgressElement>('progressbar')
const isUploading = () => vi.waitFor(() => expect(bars().length).toBeGreaterThan(0))

const shown = () => within(screen.getByRole('main')).getByRole('img', { name: 'A goat' })
const control = () => within(manager()).getByLabelText<HTMLInputElement>('Picture')
const message = () =>
  (control().getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .at(-1)

/** Lets the browser never finish reading a file, or fail. */
const stubReader = (isFailing: boolean) =>
  vi.spyOn(FileReader.prototype, 'readAsDataURL').mockImplementation(function (this: FileReader) {
    if (isFailing) this.dispatchEvent(new ProgressEvent('error'))
  })

test('the present picture is shown with its size, and offers to be replaced or removed', async () => {
  await openImage()
  expect(within(manager()).getByText('480 × 320, 1 KB')).toBeTruthy()
  expect(control().labels![1]!.textContent).toBe('Replace')
  expect(control().accept).toBe('image/*')
  expect(control().hasAttribute('capture')).toBe(false)
})

test('a picture that is picked is shown and saved at once, and then replaced by another one', async () => {
  const { pick, intents, editor } = await openImage()
  await pick(pickedFile())
  await vi.waitFor(() => expect(shown().getAttribute('src')).toBe(pickedContent))
  expect(intents()).toEqual([])
  await finishUpload(editor)
  expect(intents()).toMatchObject([{ kind: 'set', property: 'file', value: libraryFile['@id'] }])
  await settleRun(editor, { result: { resource: image } })
  expect(shown().getAttribute('src')).toContain('/goat.jpg')
  await pick(pickedFile('image/gif'))
  await isUploading()
  await finishUpload(editor)
  expect(intents()).toHaveLength(2)
  const groups = intents().map((intent) => intent && intent.kind === 'set' && intent.undoGroup)
  expect(new Set(groups).size).toBe(2)
})

test('the percent is shown on the page and at the field while a picture is sent, which can be canceled', async () => {
  const { pick, happen, puppets, user, intents, changeQueueRef, editModeRef } = await openImage()
  await pick(pickedFile())
  await isUploading()
  await happen(() => puppets.upload.report('trunk', { type: 'progress.reported', progress: 0.42 }))
  expect(bars().map((bar) => [bar.getAttribute('aria-label'), bar.value])).toEqual([
    ['Upload of trunk', 42],
    ['Upload of trunk', 42],
  ])
  expect(screen.getByRole('main').textContent).toContain('42 %')
  const pendingEdits = editModeRef.getSnapshot().children.pendingEdits!.getSnapshot()
  const [fieldRef] = Object.values(selectFieldRefs(pendingEdits))
  expect(editState(fieldRef!, { queue: [], inFlight: [] })).toBe('sending')
  await user.click(within(manager()).getByRole('button', { name: 'Cancel trunk' }))
  expect(editState(fieldRef!, { queue: [], inFlight: [] })).toBe('saved')
  expect(bars()).toEqual([])
  expect(shown().getAttribute('src')).toContain('/goat.jpg')
  expect(document.activeElement).toBe(control())
  expect(intents()).toEqual([])
  expect(canUndo(changeQueueRef.getSnapshot())).toBe(false)
  expect(() => puppets.upload.report('trunk', { type: 'progress.reported', progress: 1 })).toThrow(
    'trunk is not being sent.',
  )
})

test('a picture that could not be sent is still shown, with the reason, and sent again on request', async () => {
  const { pick, happen, puppets, press, intents, editor } = await openImage()
  const fail = (error: Failure) =>
    happen(() => puppets.upload.report('trunk', { type: 'sending.failed', error }))
  await pick(pickedFile())
  await isUploading()
  await fail(new Failure('offline'))
  expect(bars()).toEqual([])
  expect(shown().getAttribute('src')).toBe(pickedContent)
  expect(screen.getByRole('region', { name: 'Not saved: Picture' }).textContent).toContain(
    'You seem to be offline',
  )
  await press('Try again')
  expect(bars()).toHaveLength(2)
  const violations = [{ propertyPath: 'file', message: 'Send a complete picture.' }]
  await fail(new Failure('invalid', { violations }))
  expect(message()).toContain('Send a complete picture.')
  await press('Try again')
  await finishUpload(editor)
  expect(intents()).toHaveLength(1)
  expect(message()).toBeUndefined()
})

test('a picture is removed, and another one is asked for', async () => {
  const { press, intents } = await openImage()
  await press('Remove')
  expect(intents()).toMatchObject([{ kind: 'set', property: 'file', value: '' }])
  expect(screen.getByRole('main').querySelector('img')).toBeNull()
  expect(control().labels![1]!.textContent).toBe('Choose a picture')
})

/** Opens a page with an image that has no picture. */
const openEmptyImage = () =>
  openEditor({
    payload: pagePayload([component('Image', 'empty', {})]),
    inspect: coverage.inspect,
    controlsChangeRuns: true,
  })

test('a missing picture is chosen on the page, which can be canceled while it is read', async () => {
  const { user, happen, press, puppets } = await openEmptyImage()
  const main = within(screen.getByRole('main'))
  const input = screen.getByRole('main').querySelector<HTMLInputElement>('input[type="file"]')!
  const pick = (file: File) =>
    happen(() => void fireEvent.change(input, { target: { files: [file] } }))
  const opened = vi.spyOn(input, 'click').mockImplementation(() => {})
  await user.click(main.getByRole('button', { name: 'Choose a picture…' }))
  expect(opened).toHaveBeenCalledOnce()
  expect(input.accept).toBe('image/*')
  expect(within(manager()).getByRole('tab', { name: 'Image' })).toBeTruthy()

  stubReader(false)
  await pick(pickedFile())
  expect(main.getByText('Reading the picture…').getAttribute('role')).toBe('status')
  await press('Cancel')
  vi.restoreAllMocks()
  await pick(pickedFile('text/plain'))
  expect(screen.getByText(/^Send a complete picture/)).toBeTruthy()
  await pick(pickedFile())
  expect(screen.queryByText(/^Send a complete picture/)).toBeNull()
  await isUploading()
  expect(main.queryByText('No picture yet.')).toBeNull()
  await user.click(main.getByRole('button', { name: 'Cancel trunk' }))
  expect(main.getByText('No picture yet.')).toBeTruthy()
  expect(puppets.changeRun.calls).toEqual([])
})

test.each([
  [pickedFile('text/plain'), 'Send a complete picture and nothing else'],
  [pickedFile('image/png', new Uint8Array(maxFileSize + 1)), 'Send at most 5 MB.'],
  [pickedFile('image/png', ''), 'This file is empty.'],
])('a file that is not accepted is refused at the field %#', async (file, words) => {
  const { pick, intents } = await openImage()
  await pick(file)
  expect(message()).toContain(words)
  expect(control().getAttribute('aria-invalid')).toBe('true')
  expect(intents()).toEqual([])
  await pick(pickedFile())
  expect(control().getAttribute('aria-invalid')).toBeNull()
})

test('a file that cannot be read is told at the field, and no more once it is chosen again', async () => {
  const { pick } = await openImage()
  stubReader(true)
  await pick(pickedFile())
  await vi.waitFor(() => expect(message()).toContain('This file could not be read.'))
  vi.restoreAllMocks()
  await pick(pickedFile())
  await isUploading()
  expect(message()).toBeUndefined()
})

test('a file that takes long to be read is told, and can be canceled', async () => {
  const { pick, press, intents } = await openImage()
  stubReader(false)
  await pick(pickedFile())
  expect(screen.getByText('Reading the picture…').getAttribute('role')).toBe('status')
  await press('Cancel')
  expect(screen.queryByText('Reading the picture…')).toBeNull()
  expect(intents()).toEqual([])
  expect(shown().getAttribute('src')).toContain('/goat.jpg')
})

/** Returns the data that the browser gives with a drop or a paste. */
const transferOf = (...files: File[]) => ({ types: ['Files'], files, getData: () => '' })

/** Pastes a file with the focus outside of all texts. */
const pasteFile = (editor: OpenEditor) =>
  editor.happen(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    fireEvent.paste(document.body, { clipboardData: transferOf(pickedFile()) })
  })

const pasted = component('Image', 'new')

/** Answers the paste of a component for a file. */
const settlePaste = async (editor: OpenEditor, failure: Failure | null = null) => {
  const { job } = editor.puppets.changeRun.calls.at(-1)!.input
  if (job.kind !== 'apply' || job.intent.kind !== 'paste') throw new Error('Nothing is pasted.')
  const { intent } = job
  const creation: Step = {
    method: 'POST',
    iri: '/component/images',
    creates: { iri: pasted['@id'] },
    sortIndex: { group: intent.group, index: 1 },
  }
  if (!failure) await editor.happen(() => editor.cache.save([{ resource: pasted }]))
  const change = { id: 'change-1', intent, steps: [creation], inverse: [], refetch: [] }
  await settleRun(editor, { change, failure, result: { resource: failure ? null : pasted } })
}

test('a file that is pasted while a picture is selected goes into a new one after it', async () => {
  const { editor, intents } = await openImage()
  await pasteFile(editor)
  await vi.waitFor(() =>
    expect(intents()).toMatchObject([{ kind: 'paste', copies: [{ files: {} }], sortValue: 1 }]),
  )
  await settlePaste(editor)
  await vi.waitFor(() => finishUpload(editor))
  expect(intents()).toMatchObject([
    { kind: 'paste' },
    { kind: 'set', iri: pasted['@id'], property: 'file', value: libraryFile['@id'] },
  ])
})

test('a file is not sent while its component is refused', async () => {
  const { editor, intents } = await openImage()
  await pasteFile(editor)
  await vi.waitFor(() => expect(intents()).toHaveLength(1))
  await settlePaste(editor, new Failure('invalid'))
  expect(screen.getByText('Not pasted')).toBeTruthy()
  expect(intents()).toHaveLength(1)
})

test('a file that is pasted while an empty picture is selected fills it', async () => {
  const { editor, intents } = await openImage(goat)
  await pasteFile(editor)
  await isUploading()
  await finishUpload(editor)
  expect(intents()).toMatchObject([{ kind: 'set', value: libraryFile['@id'] }])
})

test('a file that is dropped on the picture replaces it', async () => {
  const { editor, intents } = await openImage()
  await editor.happen(
    () => void fireEvent.drop(shown(), { dataTransfer: transferOf(pickedFile('image/gif')) }),
  )
  await vi.waitFor(() =>
    expect(shown().getAttribute('src')).toBe('data:image/gif;name=trunk;base64,eA=='),
  )
  await finishUpload(editor)
  await settleRun(editor, { result: { resource: image } })
  await editor.happen(
    () => void fireEvent.drop(control().parentElement!, { dataTransfer: transferOf(pickedFile()) }),
  )
  await isUploading()
  await finishUpload(editor)
  expect(intents()).toMatchObject([{ kind: 'set' }, { kind: 'set', value: libraryFile['@id'] }])
})

test.each([
  ['is no picture', transferOf(pickedFile('text/plain')), 'Send a complete picture'],
  ['are two', transferOf(pickedFile(), pickedFile()), 'Choose one picture at a time.'],
])('dropped files that %s are refused on the screen until another is dropped', async (...row) => {
  const [, dataTransfer, words] = row
  const { happen } = await openImage()
  const reading = stubReader(false)
  await happen(() => void fireEvent.drop(shown(), { dataTransfer }))
  expect(screen.getByText(new RegExp(words))).toBeTruthy()
  expect(reading).not.toHaveBeenCalled()
  await happen(() => void fireEvent.drop(shown(), { dataTransfer: transferOf(pickedFile()) }))
  expect(screen.queryByText('Picture not added')).toBeNull()
})

test('a file dropped elsewhere is not opened by the browser, and a reason is given', async () => {
  const { happen } = await openImage()
  const dataTransfer = transferOf(pickedFile())
  let isOpened: boolean | undefined
  await happen(() => void (isOpened = fireEvent.drop(document.body, { dataTransfer })))
  expect(isOpened).toBe(false)
  expect(fireEvent.dragOver(document.body, { dataTransfer })).toBe(false)
  expect(screen.getByText(/^Drop it on the part of the page/)).toBeTruthy()
  const text = { types: ['text/plain'], files: [], getData: () => '' }
  expect(fireEvent.drop(document.body, { dataTransfer: text })).toBe(true)
})

test('a picture that is dragged within the page replaces none', async () => {
  const { happen } = await openImage()
  const reading = stubReader(false)
  await happen(() => {
    const dataTransfer = transferOf(pickedFile())
    const setData = (type: string) => dataTransfer.types.push(type)
    fireEvent.dragStart(shown(), { dataTransfer: { setData } })
    fireEvent.drop(shown(), { dataTransfer })
  })
  expect(reading).not.toHaveBeenCalled()
  expect(screen.queryByText(/^Drop it/)).toBeNull()
})

test.each([
  [
    'pasted while something else is selected',
    async (editor: OpenEditor) => {
      await editor.user.click(title())
      await pasteFile(editor)
    },
  ],
  [
    'dropped on something else',
    (editor: OpenEditor) =>
      editor.happen(() => void fireEvent.drop(title(), { dataTransfer: transferOf(pickedFile()) })),
  ],
])('a picture that is %s is added after it', async (_, add) => {
  const editor = await openEditor({ inspect: coverage.inspect, controlsChangeRuns: true })
  await add(editor)
  const job = () => editor.puppets.changeRun.calls[0]?.input.job
  await vi.waitFor(() =>
    expect(job()).toMatchObject({
      intent: {
        kind: 'paste',
        copies: [{ type: 'Image', hasDrafts: true, files: {} }],
        sortValue: 1,
      },
    }),
  )
})

coverage.expectAll()
