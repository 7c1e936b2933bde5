import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { clipboardAttribute, clipboardType } from '#content/clipboard/clipboard-document.ts'
import { Failure } from '#content/model/failure.ts'
import { clipboardMachine } from '#machines/editing/clipboard.ts'
import { selectClipboardRef } from '#machines/editing/edit-mode.ts'
import { documentOf, insertionPoint, pasteText } from '../../support/copied-components.ts'
import {
  type EditorGestures,
  type OpenEditor,
  bodyText,
  changeTitle,
  isUnavailable,
  openEditor,
  preparedIntents,
  sampleTitle,
  selectMenuLink,
  selectTitleAndText,
  title,
  titleAndTextPositions,
  tool,
  typeInto,
  walkEditor,
} from '../../support/editor.tsx'
import { cover } from '../../support/machines/coverage.ts'
import { coveringPaths, pathsOf } from '#charts/paths/paths.ts'
import { sampleMediaObject } from '../../support/content/sample-media-object.ts'

const coverage = cover(clipboardMachine)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const complete = documentOf({ type: 'Title', fields: { title: 'Curtain' } })
const deletion = {
  type: 'delete.requested' as const,
  iri: sampleTitle.componentPositions[0]!,
}
const incomplete = documentOf({
  type: 'Title',
  fields: { title: 'Curtain' },
  files: { file: { source: sampleTitle['@id'] } },
})

const multiple = {
  ...complete,
  components: [
    ...complete.components,
    ...documentOf({ type: 'HtmlContent', fields: { html: '<p>Words</p>' } }).components,
  ],
}
const multipleDeletion = { type: 'deleteAll.requested' as const, positions: titleAndTextPositions }

const documentText = JSON.stringify(complete)

const paths = coveringPaths(
  pathsOf(clipboardMachine, {
    input: undefined,
    events: [
      { type: 'component.copied', document: complete, cut: null },
      { type: 'component.copied', document: complete, cut: deletion },
      { type: 'component.copied', document: multiple, cut: multipleDeletion },
      { type: 'component.copied', document: incomplete, cut: null },
      { type: 'component.copied', document: incomplete, cut: deletion },
      { type: 'text.copied' },
      { type: 'xstate.done.actor.completeCopy', output: undefined },
      { type: 'xstate.error.actor.completeCopy', error: new Failure('offline') },
      { type: 'read.requested' },
      { type: 'xstate.done.actor.readClipboard', output: documentText },
      { type: 'xstate.done.actor.readClipboard', output: null },
      { type: 'xstate.error.actor.readClipboard', error: new Error('Not allowed.') },
    ],
    distinguishBy: ({ copied }) => copied?.cut?.type,
  }),
)

/** Copies or cuts by the keys, and returns what is on the clipboard after that. */
const copyByKeys = async ({ happen }: OpenEditor, type: 'copy' | 'cut' = 'copy', at?: Element) => {
  const flavors: Record<string, string> = {}
  await happen(() => {
    if (!at && document.activeElement instanceof HTMLElement) document.activeElement.blur()
    const setData = (flavor: string, text: string) => void (flavors[flavor] = text)
    fireEvent[type](at ?? document.body, { clipboardData: { setData } })
  })
  return flavors
}

const openMenu = async (editor: OpenEditor) => {
  await editor.user.click(title())
  await editor.press('Clipboard')
}
const menuItem = (name: string) => screen.getByRole('menuitem', { name })

/** Presses Paste in the menu. Returns the functions by which the browser, or the user whom it asks, answers. */
const pasteByMenu = async (editor: OpenEditor) => {
  const answers: { give: (text: string | null) => void; refuse: () => void }[] = []
  vi.spyOn(navigator.clipboard, 'read').mockImplementation(
    () =>
      new Promise((resolve, reject) => {
        const give = (text: string | null) => resolve(text === null ? [] : [clipboardItem(text)])
        answers.push({ give, refuse: () => reject(new DOMException('No.', 'NotAllowedError')) })
      }),
  )
  await openMenu(editor)
  await editor.user.click(menuItem('Paste'))
  return answers.at(-1)!
}

const clipboardItem = (text: string) => {
  const element = document.createElement('div')
  element.setAttribute(clipboardAttribute, text)
  const getType = async () => new Blob([element.outerHTML], { type: 'text/html' })
  return { types: ['text/html'], getType } as unknown as ClipboardItem
}

/** Answers with what is on the clipboard, and waits until that is read, which takes more than one step. */
const answer = async (editor: OpenEditor, settle: () => void) => {
  const isReading = () =>
    selectClipboardRef(editor.editModeRef.getSnapshot())!
      .getSnapshot()
      .matches({ paste: 'reading' })
  await editor.happen(async () => {
    settle()
    await vi.waitFor(() => expect(isReading()).toBe(false))
  })
}
let lastRead: Awaited<ReturnType<typeof pasteByMenu>>

const withFile = {
  ...sampleTitle,
  _metadata: {
    ...sampleTitle._metadata,
    mediaObjects: { file: [sampleMediaObject] },
  },
}

const gestures: EditorGestures = {
  'component.copied': async (
    editor,
    { document: copied, cut }: { document: object; cut: object | null },
  ) => {
    const resource = copied === incomplete ? withFile : sampleTitle
    await editor.happen(() => editor.cache.save([{ resource }]))
    await (copied === multiple ? selectTitleAndText(editor) : editor.user.click(title()))
    const flavors = await copyByKeys(editor, cut === null ? 'copy' : 'cut')
    expect(JSON.parse(flavors[clipboardType]!)).toEqual(copied)
  },
  'text.copied': async (editor) => {
    await editor.user.click(title())
    expect(await copyByKeys(editor, 'copy', title())).toEqual({})
  },
  'xstate.done.actor.completeCopy': ({ happen, puppets }, event) =>
    happen(() => puppets.completeCopy.settle(event)),
  'xstate.error.actor.completeCopy': ({ happen, puppets }, event) =>
    happen(() => puppets.completeCopy.settle(event)),
  'read.requested': async (editor) => {
    lastRead = await pasteByMenu(editor)
  },
  'xstate.done.actor.readClipboard': (editor, { output }: { output: string | null }) =>
    answer(editor, () => lastRead.give(output)),
  'xstate.error.actor.readClipboard': (editor) => answer(editor, () => lastRead.refuse()),
  'xstate.after.readTimeout.clipboard.paste.reading': ({ wait }) => wait(30_000),
}

const notice = () => document.body.textContent ?? ''

for (const path of paths)
  test(path.name, async () => {
    const editor = await openEditor({ inspect: coverage.inspect })
    const clipboardRef = selectClipboardRef(editor.editModeRef.getSnapshot())!
    await walkEditor(editor, clipboardRef, path, gestures)
    expect(clipboardRef.getSnapshot().context).toEqual(path.next.context)
    expect(editor.puppets.deletion.calls.length).toBe(
      path.effects.some((effect) => effect.startsWith('emits delete')) ? 1 : 0,
    )
    expect(/Copied|Not cut|Not pasted/.test(notice())).toBe(
      path.effects.some((effect) => effect.startsWith('notify')),
    )
  })

describe('what is copied', () => {
  test('is there in words and in HTML, with what was typed and is not saved yet', async () => {
    const editor = await openEditor()
    await editor.user.click(title())
    await changeTitle(editor, 'Mine & <yours>')
    const flavors = await copyByKeys(editor)
    expect(flavors['text/plain']).toBe('Mine & <yours>')
    expect(flavors['text/html']).toMatch(/<p>Mine &amp; &lt;yours&gt;<\/p><\/div>$/)
    expect(JSON.parse(flavors[clipboardType]!).components[0].fields).toEqual({
      title: 'Mine & <yours>',
    })
  })

  test('can be pasted from the HTML alone', async () => {
    const editor = await openEditor({ savesByQueue: true })
    await editor.user.click(title())
    const { 'text/html': html } = await copyByKeys(editor)
    const getData = (type: string) => (type === 'text/html' ? html! : '')
    await editor.happen(() => void fireEvent.paste(document.body, { clipboardData: { getData } }))
    expect(preparedIntents(editor)).toMatchObject([
      { kind: 'paste', copies: [{ type: 'Title', properties: { title: 'Curtain' } }] },
    ])
  })

  test('is the text that is selected, wherever that is', async () => {
    const editor = await openEditor()
    await editor.user.click(title())
    const range = document.createRange()
    range.selectNodeContents(bodyText())
    document.getSelection()!.addRange(range)
    expect(await copyByKeys(editor, 'copy', document.body)).toEqual({})
  })

  test('is nothing while a dialog asks', async () => {
    const editor = await openEditor()
    await editor.user.click(title())
    await editor.press('Add after')
    expect(await copyByKeys(editor)).toEqual({})
  })
})

describe('what is cut', () => {
  const onlyHere = {
    ...sampleTitle,
    _metadata: { ...sampleTitle._metadata, publishable: { published: true, locationCount: 1 } },
  }
  const cutTitle = async (editor: OpenEditor) => {
    await editor.happen(() => editor.cache.save([{ resource: onlyHere }]))
    await editor.user.click(title())
    return () => editor.editModeRef.getSnapshot().context.pendingAction?.action
  }

  test('is the component, where it is shown nowhere else', async () => {
    const editor = await openEditor()
    const pendingAction = await cutTitle(editor)
    await copyByKeys(editor, 'cut')
    expect(pendingAction()).toEqual({
      type: 'delete.requested',
      iri: onlyHere['@id'],
      isCut: true,
    })
  })

  test('is its position while an edit is not saved, which would leave the live version', async () => {
    const editor = await openEditor()
    const pendingAction = await cutTitle(editor)
    typeInto(title(), 'Mine')
    const flavors = await copyByKeys(editor, 'cut')
    expect(flavors['text/plain']).toBe('Mine')
    expect(pendingAction()).toEqual({ ...deletion, isCut: true })
  })
})

describe('what is pasted', () => {
  test.each([
    ['no JSON', 'The component on the clipboard cannot be read.'],
    [JSON.stringify(documentOf({ type: 'Poem' })), 'This site has no “Poem”.'],
    [
      JSON.stringify(documentOf({ type: 'Title', fields: { title: 'x'.repeat(300) } })),
      'Title: Use at most 255 characters.',
    ],
  ])('is refused with the reason: %.40s', async (text, reason) => {
    const editor = await openEditor({ savesByQueue: true })
    await editor.user.click(title())
    await pasteText(editor, text)
    expect(notice()).toContain('Not pasted')
    expect(notice()).toContain(reason)
    expect(editor.puppets.prepareChange.calls).toEqual([])
  })

  test('is not what was copied elsewhere while a component is selected, which says what to do', async () => {
    const editor = await openEditor({ savesByQueue: true })
    const getData = (type: string) => (type === 'text/plain' ? 'Words' : '')
    const paste = () =>
      editor.happen(() => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
        fireEvent.paste(document.body, { clipboardData: { getData, files: [] } })
      })
    await paste()
    expect(notice()).not.toContain('Not pasted')
    await editor.user.click(title())
    await paste()
    expect(notice()).toContain('To paste words, click into a text first.')
  })

  test('needs a selection', async () => {
    const editor = await openEditor({ savesByQueue: true })
    await pasteText(editor, JSON.stringify(documentOf({ type: 'Title' })))
    expect(notice()).toContain('First select where to paste it.')
  })

  test('is refused where its kind is not allowed, which says what is', async () => {
    const editor = await openEditor()
    const { happen, puppets } = editor
    await selectMenuLink(editor)
    await happen(() =>
      puppets.areaSwitch.settle({ type: 'xstate.done.actor.confirm', output: true }),
    )
    await pasteText(editor, JSON.stringify(documentOf({ type: 'Title' })))
    expect(notice()).toContain('“Title” cannot be placed there. Components allowed there: Link.')
  })

  test('goes into a text where the caret is in one', async () => {
    const editor = await openEditor({ savesByQueue: true })
    await editor.user.click(title())
    const getData = () => JSON.stringify(documentOf({ type: 'Title' }))
    await editor.happen(() => void fireEvent.paste(title(), { clipboardData: { getData } }))
    expect(editor.puppets.prepareChange.calls).toEqual([])
  })

  test('says what is missing', async () => {
    const editor = await openEditor({ savesByQueue: true })
    await editor.user.click(title())
    const image = documentOf({ type: 'Image', files: { file: { source: '/component/images/1' } } })
    await pasteText(editor, JSON.stringify({ ...image, origin: 'https://other.example' }))
    expect(notice()).toContain('Not copied: Picture.')
    expect(editor.puppets.prepareChange.calls).toHaveLength(1)
  })
})

describe('by menu', () => {
  const execCommand = vi.fn(() => {
    document.dispatchEvent(
      Object.assign(new Event('copy', { bubbles: true, cancelable: true }), {
        clipboardData: { setData: () => {} },
      }),
    )
    return true
  })

  test('copies, and cuts after a confirmation', async () => {
    Object.assign(document, { execCommand })
    const editor = await openEditor()
    await openMenu(editor)
    await editor.user.click(menuItem('Copy'))
    expect(notice()).toContain('Copied')
    await openMenu(editor)
    await editor.user.click(menuItem('Cut'))
    expect(editor.puppets.deletion.calls).toHaveLength(1)
  })

  test('says so where the browser does not let a page copy', async () => {
    Object.assign(document, { execCommand: () => false })
    const editor = await openEditor()
    await openMenu(editor)
    await editor.user.click(menuItem('Copy'))
    expect(notice()).toContain('This browser allows this from the keyboard only.')
  })

  test('pastes what was copied, once the browser lets it be read', async () => {
    const editor = await openEditor({ savesByQueue: true })
    const read = await pasteByMenu(editor)
    await answer(editor, () => read.give(documentText))
    expect(preparedIntents(editor)).toMatchObject([
      { kind: 'paste', copies: [{ type: 'Title', properties: { title: 'Curtain' } }] },
    ])
  })

  test('says why nothing is pasted, and what helps', async () => {
    const editor = await openEditor({ savesByQueue: true })
    const refused = await pasteByMenu(editor)
    await answer(editor, () => refused.refuse())
    expect(notice()).toContain('This browser allows pasting from the keyboard only. Press Ctrl+V.')
    const empty = await pasteByMenu(editor)
    await answer(editor, () => empty.give(null))
    expect(notice()).toContain('There is no copied component on the clipboard.')
    await pasteByMenu(editor)
    await editor.wait(30_000)
    expect(notice()).toContain(
      'The browser did not give access to the clipboard. Press Ctrl+V instead.',
    )
    expect(editor.puppets.prepareChange.calls).toEqual([])
  })
})

describe('Duplicate', () => {
  test('is done by keys, too, and in a text', async () => {
    const editor = await openEditor({ savesByQueue: true })
    await editor.user.click(title())
    fireEvent.keyDown(title(), { key: 'd', ctrlKey: true })
    await editor.happen(() => {})
    expect(preparedIntents(editor)).toEqual([
      {
        kind: 'duplicate',
        iri: sampleTitle['@id'],
        group: insertionPoint.group,
        sortValue: 1,
        id: expect.any(String) as string,
      },
    ])
    expect(isUnavailable(tool('Duplicate'))).toBe(true)
    expect(tool('Duplicate').getAttribute('aria-busy')).toBe('true')
  })

  test('is done once while its keys are held, and says so when something else is not finished', async () => {
    const editor = await openEditor({ savesByQueue: true })
    await editor.user.click(title())
    fireEvent.keyDown(title(), { key: 'd', ctrlKey: true })
    fireEvent.keyDown(title(), { key: 'd', ctrlKey: true, repeat: true })
    await editor.happen(() => {})
    expect(notice()).not.toContain('Not duplicated')
    await editor.happen(() => void fireEvent.keyDown(title(), { key: 'd', ctrlKey: true }))
    expect(notice()).toContain('Another action is still in progress.')
    await pasteText(editor, JSON.stringify(documentOf({ type: 'Title' })))
    expect(notice()).toContain('Not pasted')
    expect(await copyByKeys(editor, 'cut')).toEqual({})
    expect(notice()).toContain('Not cut')
    expect(editor.puppets.prepareChange.calls).toHaveLength(1)
  })

  test('leaves the keys to the browser while nothing is selected', async () => {
    await openEditor()
    const event = new KeyboardEvent('keydown', {
      key: 'd',
      ctrlKey: true,
      cancelable: true,
      bubbles: true,
    })
    document.body.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(false)
  })
})

coverage.expectAll()
