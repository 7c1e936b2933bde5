import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import type { EditedField } from '#content/change/fields/field-edit.ts'
import { fileOf } from '#content/pictures/file-content.ts'
import type { UploadOutcome } from '#content/pictures/uploads.ts'
import {
  fieldMachine,
  selectPendingValue,
  selectSaveRefusalRef,
} from '#machines/editing/changes/field.ts'
import { selectFields } from '#machines/editing/changes/pending-edits.ts'
import { cover } from '../../../support/machines/coverage.ts'
import {
  type EditorGestures,
  type OpenEditor,
  bodyText,
  hub,
  changeTitle,
  changeTitleOffline,
  draftOfTitle,
  manager,
  openEditor,
  sampleTitle,
  saveAsDraft,
  settleAcceptance,
  signInAgain,
  title,
  typeInto,
  undoUnsaved,
  walkEditor,
} from '../../../support/editor.tsx'
import {
  conflictWith,
  fieldGestures,
  fieldPaths,
  refused,
  typing,
} from '../../../support/field-paths.ts'
import { pasteWords } from '../../../support/rich-text.tsx'
import { component, pagePayload } from '../../../support/content/page-payload.ts'
import { coveringPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(fieldMachine)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const { '@id': iri } = sampleTitle

const fieldOf = ({ editModeRef }: OpenEditor, property: string) => {
  const unsaved = editModeRef.getSnapshot().children.pendingEdits!.getSnapshot()
  return [iri, draftOfTitle].map((name) => selectFields(name)(unsaved)[property]).find(Boolean)!
}

describe('a typed value', () => {
  for (const path of coveringPaths(fieldPaths))
    test(path.name, async () => {
      const editor = await openEditor({ hub, inspect: coverage.inspect })
      typeInto(title(), typing.value as string)
      const fieldRef = fieldOf(editor, 'title')
      await walkEditor(editor, fieldRef, path, fieldGestures)

      const { next } = path
      expect(fieldRef.getSnapshot().context).toEqual(next.context)
      expect(title().textContent).toBe(selectPendingValue(next as never) ?? 'Curtain')
      const section = screen.queryByRole('region', { name: 'Not saved: Title' })
      expect(section !== null).toBe(next.matches('refused'))
      expect(selectSaveRefusalRef(fieldRef.getSnapshot()) !== undefined).toBe(
        next.matches('refused'),
      )
    })
})

test('plain text that looks like HTML is shown as it was typed, and as somebody else has typed it', async () => {
  const { wait, happen, puppets } = await openEditor({ hub, inspect: coverage.inspect })
  typeInto(title(), 'Use <b> and 2 < 3')
  await wait(250)
  const error = conflictWith('Use <i>')
  await happen(() => puppets.field.settle({ type: 'xstate.error.actor.saveChange', error }))
  const section = screen.getByRole('region', { name: 'Not saved: Title' })
  expect(section.textContent).toMatch(/^Title “.+”: Title/)
  const [theirs] = await within(section).findAllByRole('deletion')
  expect(theirs?.parentElement?.textContent).toBe('Use <Theirs: iMine: b> Mine: and 2 < 3')
})

describe('a title that a page must have', () => {
  const article = '/page_data/articles/1' as const
  const stored = { '@id': article, '@type': 'BlogArticleData', title: 'Curtain', _metadata: {} }
  const words = pagePayload([component('HtmlContent', 'one', { html: '<p>Words</p>' })])
  const payload = {
    ...words,
    page: { ...words.page!, pageData: article },
    entries: [
      ...words.entries.map(({ resource }) => ({
        resource:
          resource['@type'] === 'Page'
            ? { ...resource, uiComponent: 'BlogArticleTemplate' }
            : resource,
      })),
      { resource: { ...stored, page: words.page!.page! } },
    ],
  }
  const textEl = () => screen.getByRole('textbox', { name: 'Page title' })
  const paths = pathsOf(fieldMachine, {
    input: { ...typing, iri: article, isRequired: true },
    events: [
      { type: 'field.changed', value: null, stored: 'Curtain' },
      { type: 'field.changed', value: 'Mine, later', stored: 'Curtain' },
      { type: 'flush.requested' },
      { type: 'deletion.detected', iri: article, live: null, known: [stored] },
      { type: 'xstate.done.actor.saveChange', output: { resource: stored } },
    ],
    distinguishBy: ({ value, inFlight }) => [value, inFlight],
  })

  for (const path of coveringPaths(paths))
    test(path.name, async () => {
      const editor = await openEditor({ payload, inspect: coverage.inspect })
      typeInto(textEl(), 'Mine')
      const unsaved = editor.editModeRef.getSnapshot().children.pendingEdits!.getSnapshot()
      const fieldRef = selectFields(article)(unsaved)['title']!
      await walkEditor(editor, fieldRef, path, {
        ...fieldGestures,
        'field.changed': (_, { value }: { value: string | null }) =>
          typeInto(textEl(), value ?? ''),
        'flush.requested': () => fireEvent.blur(textEl()),
      })
      expect(fieldRef.getSnapshot().value).toEqual(path.next.value)
      if (!path.next.matches('lacking')) return
      expect(textEl().textContent).toBe('')
      // After a reload, what is stored is back, too.
      expect(sessionStorage.getItem('edits')).toBeNull()
    })
})

describe('a chosen value', () => {
  const choosing: EditedField = {
    ...typing,
    property: 'uiComponent',
    value: 'AltTitle',
    stored: null,
    isChoice: true,
  }
  const [path] = pathsOf(fieldMachine, { input: choosing, events: [] })

  test('is saved at once', async () => {
    const editor = await openEditor({ inspect: coverage.inspect })
    await editor.user.click(title())
    await editor.user.selectOptions(screen.getByLabelText('Look'), 'Quiet')
    const fieldRef = fieldOf(editor, 'uiComponent')
    await walkEditor(editor, fieldRef, path!, fieldGestures)
    expect(fieldRef.getSnapshot().context).toEqual(path!.next.context)
    expect(screen.getByLabelText<HTMLSelectElement>('Look').value).toBe('AltTitle')
  })

  test('is offered no copying when its resource is deleted, as a typed text is', async () => {
    const editor = await openEditor({ inspect: coverage.inspect })
    const refuse = () =>
      editor.happen(() => editor.puppets.field.settle(refused(new Failure('notFound'))))
    const copies = () => screen.queryAllByRole('button', { name: 'Copy my text' }).length
    await editor.user.click(title())
    await editor.user.selectOptions(screen.getByLabelText('Look'), 'Quiet')
    await refuse()
    expect(screen.getByText(/Your change is not saved/)).toBeTruthy()
    expect(copies()).toBe(0)
    await editor.press('Discard my change')
    await changeTitle(editor, 'Mine')
    await refuse()
    expect(copies()).toBe(1)
  })
})

describe('a file of the disk', () => {
  const image = component('Image', 'one')
  const content = 'data:image/png;name=trunk;base64,eA=='
  const saved = { iri: '/_/media_objects/trunk', isNew: true, picture: {} }
  const anotherContent = content.replace('trunk', 'tail')
  const pick = async ({ happen }: OpenEditor, { value }: { value: unknown }) => {
    const files = [fileOf(String(value))]
    const control = within(manager()).getByLabelText('Picture')
    await happen(() => void fireEvent.change(control, { target: { files } }))
    // The browser has to read it.
    await happen(() => new Promise((resolve) => setTimeout(resolve, 20)))
  }
  const paths = pathsOf(fieldMachine, {
    input: {
      ...{ iri: image['@id'], property: 'file', value: content, stored: null },
      ...{ id: '0', isChoice: true },
    },
    events: [
      { type: 'xstate.done.actor.upload', output: { saved } },
      { type: 'xstate.done.actor.upload', output: { failure: new Failure('invalid') } },
      { type: 'xstate.done.actor.upload', output: { failure: new Failure('notFound') } },
      { type: 'xstate.done.actor.saveChange', output: { resource: null } },
      { type: 'field.changed', value: content, stored: null },
      { type: 'field.changed', value: anotherContent, stored: null },
      { type: 'flush.requested' },
      { type: 'upload.canceled' },
    ],
    distinguishBy: ({ value, inFlight }) => [value, inFlight],
  })
  const gestures: EditorGestures = {
    ...fieldGestures,
    'field.changed': pick,
    'flush.requested': () => fireEvent.blur(within(manager()).getByLabelText('Alternative text')),
    'upload.canceled': ({ user }) =>
      user.click(within(manager()).getByRole('button', { name: 'Cancel trunk' })),
    'xstate.done.actor.upload': ({ happen, puppets }, { output }: { output: UploadOutcome }) =>
      happen(() =>
        puppets.upload.report(
          'trunk',
          'saved' in output
            ? { type: 'file.saved', saved: output.saved }
            : { type: 'sending.failed', error: output.failure },
        ),
      ),
  }

  for (const path of coveringPaths(paths))
    test(path.name, async () => {
      const editor = await openEditor({
        payload: pagePayload([image]),
        inspect: coverage.inspect,
      })
      await editor.user.click(screen.getByText('No picture yet.'))
      await pick(editor, { value: content })
      const unsaved = editor.editModeRef.getSnapshot().children.pendingEdits!.getSnapshot()
      await walkEditor(editor, selectFields(image['@id'])(unsaved)['file']!, path, gestures)
      const { next } = path
      expect(screen.queryAllByRole('progressbar')).toHaveLength(next.matches('uploading') ? 2 : 0)
      expect(screen.queryByRole('region', { name: 'Not saved: Picture' }) !== null).toBe(
        next.matches('refused'),
      )
      expect(screen.queryByText('No picture yet.') !== null).toBe(next.matches('clean'))
    })
})

test('words that are typed while a picture of their text is sent are saved by themselves, also after a refusal', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:goat')
  const editor = await openEditor({ inspect: coverage.inspect })
  const { happen, puppets } = editor
  const settle = (event: Parameters<typeof puppets.field.settle>[0]) =>
    happen(() => puppets.field.settle(event))
  const settleLast = () =>
    settle({ type: 'xstate.done.actor.saveChange', output: { resource: null } })
  const sent = () => puppets.field.calls.map(({ input }) => 'value' in input && input.value)
  await editor.user.click(bodyText())
  const files = [new File(['x'], 'goat', { type: 'image/png' })]
  const clipboardData = { files, types: ['Files'], getData: () => '' }
  await happen(() => void fireEvent.paste(bodyText(), { clipboardData }))
  pasteWords(bodyText(), 'First')
  const saved = { iri: '/_/media_objects/goat', isNew: true, picture: { src: '/goat.png' } }
  await happen(() => puppets.upload.report('goat', { type: 'file.saved', saved }))
  pasteWords(bodyText(), 'Second')
  await settle(refused(new Failure('invalid')))
  expect(screen.getByRole('region', { name: 'Not saved: Body text' })).toBeTruthy()
  await editor.press('Try again')
  pasteWords(bodyText(), 'Third')
  await settleLast()
  await settleLast()
  expect(sent()).toEqual([
    expect.stringMatching(/First/),
    expect.stringMatching(/First.*Second|Second.*First/),
    expect.stringMatching(/Third/),
    expect.stringMatching(/goat\.png/),
  ])
  expect(sent().map((value) => String(value).includes('<img'))).toEqual([false, false, false, true])
})

test('a field belongs to the draft that its first save has created', async () => {
  const editor = await openEditor({ controlsChangeRuns: true, inspect: coverage.inspect })
  await changeTitle(editor, 'Mine')
  const fieldRef = fieldOf(editor, 'title')
  await saveAsDraft(editor, 'Mine')
  expect(fieldRef.getSnapshot().context.iri).toBe(draftOfTitle)
  expect(title().textContent).toBe('Mine')
})

test('what was refused without a session is saved once it is renewed', async () => {
  const editor = await openEditor({ inspect: coverage.inspect })
  await changeTitle(editor, 'Mine')
  await editor.happen(() =>
    editor.puppets.field.settle({
      type: 'xstate.error.actor.saveChange',
      error: failureFromStatus(401),
    }),
  )
  expect(editor.puppets.field.calls).toHaveLength(1)
  await signInAgain(editor)
  expect(editor.puppets.field.calls).toHaveLength(2)
})

/** Opens the editor in a tab in which an edit was not saved. */
const openInterrupted = async (page = { path: '/', title: 'Home' }) => {
  const editor = await openEditor({ inspect: coverage.inspect, controlsResumption: true })
  const interruption = { page, failure: null, remote: 'Curtain' }
  await editor.happen(() =>
    editor.puppets.readWork.settle({
      type: 'xstate.done.actor.readWork',
      output: { edits: [{ ...typing, interruption }], moves: [], iris: [] },
    }),
  )
  return { editor, section: screen.getByRole('region', { name: 'Not saved: Title' }) }
}

describe('an edit from before a reload', () => {
  test('is shown in its field, and saved on request', async () => {
    const { editor, section } = await openInterrupted()
    expect(title().textContent).toBe('Mine')
    expect(section.textContent).toContain('The page was closed before this was saved.')
    expect(editor.puppets.field.calls).toHaveLength(0)
    await editor.press('Save')
    expect(editor.puppets.field.calls[0]!.input).toMatchObject({ iri, value: 'Mine' })
  })

  test('is given up on request', async () => {
    const { editor, section } = await openInterrupted()
    await editor.press('Discard my change')
    expect(title().textContent).toBe('Curtain')
    expect(section.isConnected).toBe(false)
    expect(editor.puppets.field.calls).toHaveLength(0)
  })

  test('is named where it was made on another page, and leads there', async () => {
    const { editor, section } = await openInterrupted({ path: '/next', title: 'Next page' })
    expect(section.textContent).toContain('Mine')
    await editor.follow('Open page “Next page”')
    expect(editor.location().path).toBe('/next')
    expect(editor.puppets.field.calls).toHaveLength(0)
    expect(section.isConnected).toBe(true)
    expect(screen.queryByRole('link', { name: /Open page/ })).toBeNull()
  })
})

test('what is typed in a text after it was left is saved, and undone, apart from what was typed before', async () => {
  const editor = await openEditor({ hub, inspect: coverage.inspect })
  const { happen, puppets, wait } = editor
  await changeTitle(editor, 'Mine')
  typeInto(title(), 'Mine, later')
  fireEvent.blur(title())
  typeInto(title(), 'Mine, at last')
  const save = (saved: string) =>
    happen(() =>
      puppets.field.settle({
        type: 'xstate.done.actor.saveChange',
        output: { resource: { ...sampleTitle, title: saved } },
      }),
    )
  await save('Mine')
  await save('Mine, later')
  await wait(250)
  expect(puppets.field.calls.map(({ input }) => input)).toMatchObject([
    { value: 'Mine', undoGroup: '0.0' },
    { value: 'Mine, later', undoGroup: '0.0' },
    { value: 'Mine, at last', undoGroup: '0.1' },
  ])
})

test('undo takes back an edit that cannot be saved', async () => {
  const editor = await openEditor({ hub, inspect: coverage.inspect })
  await changeTitleOffline(editor, 'Mine')
  await undoUnsaved(editor)
  await settleAcceptance(editor)
  expect(fieldOf(editor, 'title').getSnapshot().context.value).toBe('Curtain')
  expect(title().textContent).toBe('Curtain')
})

coverage.expectAll()
