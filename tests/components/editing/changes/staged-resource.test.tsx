import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { SaveResult } from '#content/change/types.ts'
import { Failure } from '#content/model/failure.ts'
import { selectStagedResourceRef } from '#machines/editing/changes/add-resource.ts'
import { selectAddResourceRef } from '#machines/editing/edit-mode.ts'
import {
  canConfirm,
  selectData,
  selectFailure,
  stagedResourceMachine,
} from '#machines/editing/changes/staged-resource.ts'
import { cover } from '../../../support/machines/coverage.ts'
import {
  type EditorGestures,
  isUnavailable,
  openEditor,
  sampleGroup as group,
  sampleTitle,
  settleRun,
  stageTitle,
  title,
  typeInto,
  walkEditor,
} from '../../../support/editor.tsx'
import { coveringPaths, pathsOf } from '../../../support/machines/paths.ts'

const coverage = cover(stagedResourceMachine)
afterEach(cleanup)

const kind = { type: 'Title', endpoint: '/component/titles', publishable: true, instantAdd: false }
const saved: SaveResult = { resource: sampleTitle }

const paths = coveringPaths(
  pathsOf(stagedResourceMachine, {
    // After the first heading.
    input: { insertionPoint: { group, index: 1, sortValue: 1 }, kind },
    events: [
      { type: 'property.changed', property: 'title', value: 'Overture' },
      { type: 'add.confirmed', publish: false, id: '1' },
      { type: 'add.confirmed', publish: true, id: '1' },
      { type: 'discard.requested' },
      { type: 'discard.needed' },
      { type: 'add.discarded' },
      { type: 'xstate.done.actor.saveChange', output: saved },
      { type: 'xstate.error.actor.saveChange', error: new Failure('offline') },
      { type: 'xstate.done.actor.confirm', output: true },
      { type: 'xstate.done.actor.confirm', output: false },
      { type: 'xstate.error.actor.confirm', error: new Failure('unexpected') },
    ],
  }),
)

const settleSave: EditorGestures[string] = ({ happen, puppets }, event) =>
  happen(() => puppets.stagedResource.saveChange.settle(event))
const settleConfirm: EditorGestures[string] = ({ happen, puppets }, event) =>
  happen(() => puppets.stagedResource.confirm.settle(event))

const gestures: EditorGestures = {
  'property.changed': (_, { value }: { value: string }) => typeInto(title(1), value),
  'add.confirmed': ({ press }, { publish }: { publish: boolean }) =>
    press(publish ? 'Add and publish' : 'Add draft'),
  'discard.requested': ({ press }) => press('Discard'),
  'discard.needed': ({ press }) => press('Done'),
  // The navigation guard asks.
  'add.discarded': async ({ pop, press }) => {
    await pop('/elsewhere')
    await press('Ok')
  },
  'xstate.done.actor.saveChange': settleSave,
  'xstate.error.actor.saveChange': settleSave,
  'xstate.done.actor.confirm': settleConfirm,
  'xstate.error.actor.confirm': settleConfirm,
}

for (const path of paths)
  test(path.name, async () => {
    const editor = await openEditor({ inspect: coverage.inspect })
    await stageTitle(editor)
    const addRef = selectAddResourceRef(editor.editModeRef.getSnapshot())!
    const stagedRef = selectStagedResourceRef(addRef.getSnapshot())!
    await walkEditor(editor, stagedRef, path, gestures)
    const { id } = stagedRef.getSnapshot().context
    expect(stagedRef.getSnapshot().context).toEqual({ ...(path.next.context as object), id })
    expect(id !== undefined).toBe((path.next.context as { id?: string }).id !== undefined)

    const next = path.next as never
    const isStaged = path.next.status === 'active'
    expect(screen.getAllByRole('textbox').map((textEl) => textEl.textContent)).toEqual(
      expect.arrayContaining(isStaged ? [String(selectData(next)['title'] ?? '')] : ['Curtain']),
    )
    const keep = screen.queryByRole('button', { name: 'Add draft' })
    expect(keep !== null).toBe(isStaged)
    expect(keep !== null && !isUnavailable(keep)).toBe(canConfirm(next))
    expect(screen.queryByRole('alert')?.textContent).toBe(
      isStaged ? selectFailure(next)?.message : undefined,
    )
  })

test('what is typed while it is being saved stays, and is saved as an edit of the added component', async () => {
  const editor = await openEditor({ controlsChangeRuns: true, inspect: coverage.inspect })
  await stageTitle(editor)
  typeInto(title(1), 'Over')
  await editor.press('Add draft')
  typeInto(title(1), 'Overture')
  expect(title(1).textContent).toBe('Overture')
  const resource = { ...sampleTitle, title: 'Over' }
  await settleRun(editor, { result: { resource } })
  expect(title().textContent).toBe('Overture')
  await editor.wait(250)
  const last = editor.puppets.changeRun.calls.at(-1)!.input.job
  expect(last).toMatchObject({
    intent: { kind: 'set', iri: resource['@id'], property: 'title', value: 'Overture' },
  })
})

test('what is typed while it is being saved stays when that fails', async () => {
  const editor = await openEditor({ controlsChangeRuns: true, inspect: coverage.inspect })
  await stageTitle(editor)
  typeInto(title(1), 'Over')
  await editor.press('Add draft')
  typeInto(title(1), 'Overture')
  await settleRun(editor, { failure: new Failure('offline') })
  expect(title(1).textContent).toBe('Overture')
  await editor.press('Add draft')
  expect(editor.puppets.changeRun.calls.at(-1)!.input.job).toMatchObject({
    intent: { kind: 'add', data: { title: 'Overture' } },
  })
})

coverage.expectAll()
