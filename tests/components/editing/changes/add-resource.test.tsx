import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import type { Intent, SaveResult } from '#content/change/types.ts'
import type { ComponentKind } from '#content/model/kind.ts'
import {
  addResourceMachine,
  isChoosing,
  isStaged,
  selectFailure,
} from '#machines/editing/changes/add-resource.ts'
import { isEditing } from '#machines/editing/edit-mode.ts'
import { recentKindsMachine } from '#machines/editing/changes/recent-kinds.ts'
import { AppProvider } from '#src/app/shell/app-context.tsx'
import { AddComponentDialog } from '#src/editor/dialogs/AddComponentDialog.tsx'
import { KindPicture } from '#src/editor/dialogs/KindPicture.tsx'
import { SiteKindsProvider } from '#src/editor/site-kinds.ts'
import { createResourceCache } from '#src/resources/resource-cache.ts'
import { ResourceCacheContext } from '#src/resources/use-resource.ts'
import { startApp } from '../../../support/machines/app-actors.ts'
import { cover } from '../../../support/machines/coverage.ts'
import {
  type EditorGestures,
  type OpenEditor,
  isUnavailable,
  openEditor,
  sampleGroup as group,
  sampleTitle,
  title,
  tool,
  walkEditor,
  selectMenuLink,
} from '../../../support/editor.tsx'
import { templatePage } from '../../../support/content/template-page.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { coveringPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(addResourceMachine)
// The kinds that are added are remembered there.
beforeEach(() => localStorage.clear())
afterEach(cleanup)

const titleKind = {
  type: 'Title',
  endpoint: '/component/titles',
  publishable: true,
  instantAdd: false,
}
const saved: SaveResult = { resource: sampleTitle }

const paths = coveringPaths(
  pathsOf(addResourceMachine, {
    // After the first heading.
    input: { insertionPoint: { group, index: 1, sortValue: 1 } },
    events: [
      { type: 'kind.selected', kind: titleKind },
      { type: 'insert.requested' },
      { type: 'discard.requested' },
      { type: 'discard.needed' },
      { type: 'xstate.done.actor.stagedResource', output: saved },
    ],
  }),
)

const dialog = () => screen.queryByRole('dialog', { name: 'Add component' })
const option = (name: string) => screen.getByRole('option', { name })

const gestures: EditorGestures = {
  'kind.selected': ({ user }) => user.click(option('Title')),
  'insert.requested': ({ press }) => press('Insert'),
  'discard.requested': ({ press }) => press('Cancel'),
  'discard.needed': ({ press }) => press('Done'),
  'xstate.done.actor.stagedResource': async ({ press, happen, puppets }, { output }) => {
    await press('Add draft')
    await happen(() =>
      puppets.stagedResource.saveChange.settle({ type: 'xstate.done.actor.saveChange', output }),
    )
  },
}

const openAdding = async (button = 'Add after') => {
  const editor = await openEditor({ inspect: coverage.inspect })
  await editor.user.click(title())
  await editor.press(button)
  return { ...editor, addRef: editor.editModeRef.getSnapshot().children.addResource! }
}

const texts = () => screen.queryAllByRole('textbox').map((textEl) => textEl.textContent)

for (const path of paths)
  test(path.name, async () => {
    const editor = await openAdding()
    await walkEditor(editor, editor.addRef, path, gestures)
    expect(editor.addRef.getSnapshot().context).toEqual(path.next.context)

    const next = path.next as never
    expect(dialog() !== null).toBe(isChoosing(next))
    const words = ['Curtain', ...(isStaged(next) ? [''] : []), 'Words', 'Coda, rewritten']
    expect(texts()).toEqual(isEditing(editor.editModeRef.getSnapshot()) ? words : [])
    expect(screen.queryByRole('alert')?.textContent).toBe(selectFailure(next)?.message)
  })

const search = () => within(dialog()!).getByRole<HTMLInputElement>('combobox', { name: 'Search' })
const options = () => within(dialog()!).queryAllByRole('option')
const chosen = () => within(dialog()!).queryByRole('option', { selected: true })?.textContent

test('the arrow keys select a kind from the search, and Enter inserts it', async () => {
  const { user, addRef } = await openAdding()
  search().focus()
  await user.keyboard('{Enter}')
  expect(chosen()).toBeUndefined()
  for (const [key, name] of [
    ['{ArrowUp}', 'Collection'],
    ['{ArrowDown}', 'Form'],
    ['{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}', 'Title'],
    ['{ArrowDown}', 'Title'],
    ['{ArrowUp}', 'Link'],
  ] as const) {
    await user.keyboard(key)
    expect(chosen()).toBe(name)
    expect(search().getAttribute('aria-activedescendant')).toBe(option(name).id)
    expect(document.activeElement).toBe(search())
  }
  // Otherwise the text that is inserted, and has the focus at once, would get a line break.
  expect(fireEvent.keyDown(search(), { key: 'Enter' })).toBe(false)
  expect(isStaged(addRef.getSnapshot())).toBe(true)
})

test('the first kind that is found is selected, and none without a search', async () => {
  const { user, addRef } = await openAdding()
  const offered = () => options().map(({ textContent }) => textContent)
  await user.type(search(), 'LINK')
  expect(offered()).toEqual(['Link', 'Body Text'])
  expect(chosen()).toBe('Link')
  await user.type(search(), 's')
  expect([offered(), chosen()]).toEqual([['Body Text'], 'Body Text'])
  await user.type(search(), 'x{Enter}')
  expect([offered(), chosen()]).toEqual([[], undefined])
  expect(screen.getByText('Nothing is called that. Try another word.')).toBeTruthy()
  await user.clear(search())
  expect([offered().length, chosen()]).toEqual([6, undefined])
  expect(screen.getByText('Choose what to add.')).toBeTruthy()
  await user.type(search(), 'heading{Enter}')
  expect(isStaged(addRef.getSnapshot())).toBe(true)
  expect(screen.getAllByRole('textbox', { name: 'Title' })).toHaveLength(3)
})

test('a press on a kind leaves the focus in the search, and a double press inserts it', async () => {
  const { user, addRef } = await openAdding()
  search().focus()
  await user.click(option('Title'))
  expect(document.activeElement).toBe(search())
  await user.dblClick(option('Body Text'))
  expect(isStaged(addRef.getSnapshot())).toBe(true)
})

test('each kind has its picture, and one without a picture a box', async () => {
  await openAdding()
  const drawn = options().map((kind) => kind.querySelector('path')?.getAttribute('d'))
  expect(new Set(drawn).size).toBe(6)
  expect(drawn).not.toContain(null)
  cleanup()
  render(<KindPicture kind={instant} />)
  expect(document.querySelector('path')?.getAttribute('d')).toBe('M7 5h34v22H7z')
})

test('describes the selected kind and enables Insert', async () => {
  const { user } = await openAdding()
  const insert = within(dialog()!).getByRole<HTMLButtonElement>('button', { name: 'Insert' })
  expect(insert.getAttribute('aria-description')).toBe('Choose what to add.')
  await user.click(option('Title'))
  expect(within(dialog()!).getByText('A heading')).toBeTruthy()
  expect(insert.hasAttribute('aria-disabled')).toBe(false)
})

test.each([
  ['Title', () => title(1)],
  ['Body Text', () => screen.getAllByRole('textbox', { name: 'Body text' })[0]!],
])('a new %s has the caret, and the text that had it before has not', async (kind, newText) => {
  const { user, press } = await openAdding()
  title().focus()
  await user.click(option(kind))
  await press('Insert')
  expect(document.activeElement).toBe(newText())
})

test('a new component without text on the page has the caret in its first field', async () => {
  const { user, press } = await openAdding()
  title().focus()
  await user.click(option('Link'))
  await press('Insert')
  expect(document.activeElement).not.toBe(title())
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Label' }))
})

test.each([
  ['Add before', 1],
  ['Add after', 2],
])(
  'a title by "%s" of the first component is a heading of level %i at once',
  async (side, level) => {
    const { user, press } = await openAdding(side)
    await user.click(option('Title'))
    await press('Insert')
    const added = document.querySelector<HTMLElement>('[data-iri="/component/__new__"]')!
    expect(within(added).getByRole('heading', { level })).toBeDefined()
  },
)

test('offers a group only the kinds it allows', async () => {
  const editor = await openEditor()
  const { press, happen, puppets } = editor
  await selectMenuLink(editor)
  await happen(() => puppets.areaSwitch.settle({ type: 'xstate.done.actor.confirm', output: true }))
  await press('Add before')
  expect(screen.getAllByRole('option').map((kind) => kind.textContent)).toEqual(['Link'])
})

test.each([
  // Browsers fire `cancel` on the open dialog.
  ['Escape', () => void fireEvent(dialog()!, new Event('cancel', { cancelable: true }))],
  ['a press outside', ({ user }: OpenEditor) => user.click(dialog()!)],
])('%s closes the dialog', async (_, dismiss) => {
  const editor = await openAdding()
  await dismiss(editor)
  expect(dialog()).toBeNull()
  expect(isUnavailable(tool('Add after'))).toBe(false)
})

/** A kind that is added without editing. The demo site has none. */
const instant: ComponentKind = {
  type: 'Divider',
  label: 'Divider',
  description: 'A line across',
  endpoint: '/component/dividers',
  publishable: false,
  instantAdd: true,
  fields: {},
}

const instantPaths = coveringPaths(
  pathsOf(addResourceMachine, {
    input: { insertionPoint: { group, index: 1, sortValue: 1 } },
    events: [
      {
        type: 'kind.selected',
        kind: {
          type: instant.type,
          endpoint: instant.endpoint,
          publishable: false,
          instantAdd: true,
        },
      },
      { type: 'insert.requested' },
      { type: 'xstate.done.actor.saveChange', output: saved },
      { type: 'xstate.error.actor.saveChange', error: new Failure('offline') },
    ],
  }),
)

test('a kind that is given is not asked for, and is filled in at once', async () => {
  const payload = templatePage({ isPage: true })
  const { user, press, editModeRef } = await openEditor({ payload, inspect: coverage.inspect })
  await user.click(screen.getByText(/Body Text is empty/))
  await user.click(screen.getByRole('tab', { name: 'Content' }))
  await press('Add Body Text')
  expect(isStaged(editModeRef.getSnapshot().children.addResource!.getSnapshot())).toBe(true)
  expect(dialog()).toBeNull()
})

test('an instant kind that is given is added at once', async () => {
  const payload = templatePage({ isPage: true, property: 'image' })
  const { user, press, puppets } = await openEditor({ payload, inspect: coverage.inspect })
  await user.click(screen.getByText(/Image is empty/))
  await user.click(screen.getByRole('tab', { name: 'Content' }))
  await press('Add Image')
  expect(puppets.addResource.calls.map(({ input }) => input)).toMatchObject([
    { endpoint: '/component/images', fills: { property: 'image' } },
  ])
})

for (const path of instantPaths)
  test(`an instant kind: ${path.name}`, async () => {
    const saving = controlledPromise<SaveResult, Intent>()
    const addRef = createActor(
      addResourceMachine.provide({ actors: { saveChange: saving.logic } }),
      { input: path.input, inspect: coverage.inspect },
    ).start()
    const user = userEvent.setup()
    render(
      <ResourceCacheContext value={createResourceCache()}>
        <AppProvider value={startApp('/').appRef}>
          <SiteKindsProvider
            value={{ kinds: [instant], layouts: [], templates: [], editors: {}, data: [] }}
          >
            <AddComponentDialog
              addRef={addRef}
              recentKindsRef={createActor(recentKindsMachine).start()}
            />
          </SiteKindsProvider>
        </AppProvider>
      </ResourceCacheContext>,
    )
    const instantGestures: Record<string, (event: never) => unknown> = {
      'kind.selected': () => user.click(option('Divider')),
      'insert.requested': () => user.click(screen.getByRole('button', { name: 'Add now' })),
      'xstate.done.actor.saveChange': (answer) => act(async () => saving.settle(answer)),
      'xstate.error.actor.saveChange': (answer) => act(async () => saving.settle(answer)),
    }
    for (const event of path.events) await instantGestures[event.type]!(event as never)
    expect(addRef.getSnapshot().value).toEqual(path.next.value)
    expect(addRef.getSnapshot().context).toEqual(path.next.context)
    expect(screen.queryByRole('alert')?.textContent).toBe(
      selectFailure(path.next as never)?.message,
    )
  })

coverage.expectAll()
