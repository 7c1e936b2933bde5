import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import { reorderMachine, selectFailure, selectOrder } from '#machines/editing/changes/reorder.ts'
import { selectPendingMovesRef } from '#machines/editing/changes/pending-edits.ts'
import { selectReorder } from '#machines/editing/changes/pending-moves.ts'
import { restoreNetwork } from '../../../support/app.tsx'
import { cover } from '../../../support/machines/coverage.ts'
import {
  type EditorGestures,
  hub,
  isUnavailable,
  openEditor,
  samplePage,
  reachServer,
  sampleGroup as group,
  signInAgain,
  title,
  tool,
  typeInto,
  walkEditor,
} from '../../../support/editor.tsx'
import { coveringPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(reorderMachine)
afterEach(cleanup)

const order = ['one', 'two', 'three'].map((id) => `/_/component_positions/${id}` as const)
const first = order[0]!

const paths = coveringPaths(
  pathsOf(reorderMachine, {
    // Moves the first heading down by one.
    input: { group, position: first, to: 1, order },
    events: [
      { type: 'move.requested', position: first, to: 0, order },
      { type: 'move.requested', position: first, to: 1, order },
      { type: 'move.requested', position: first, to: 2, order },
      { type: 'flush.requested' },
      { type: 'connection.opened' },
      { type: 'network.restored' },
      { type: 'retry.requested' },
      { type: 'moves.discarded' },
      { type: 'xstate.done.actor.saveChange', output: { resource: null } },
      { type: 'xstate.error.actor.saveChange', error: new Failure('offline') },
    ],
  }),
)

const settleSave: EditorGestures[string] = ({ happen, puppets }, event) =>
  happen(() => puppets.reorder.settle(event))

const gestures: EditorGestures = {
  'move.requested': async ({ user }, { to }: { to: number }) => {
    await user.click(screen.getByRole('tab', { name: 'Order' }))
    await user.selectOptions(screen.getByLabelText('Place'), `${to + 1} of 3`)
  },
  'connection.opened': reachServer,
  'network.restored': restoreNetwork,
  'flush.requested': () => fireEvent.blur(title()),
  'retry.requested': ({ press }) => press('Try again'),
  'moves.discarded': ({ press }) => press('Discard my change'),
  'xstate.done.actor.saveChange': settleSave,
  'xstate.error.actor.saveChange': settleSave,
  'xstate.after.debounce.reorder.collecting': ({ wait }) => wait(1_000),
}

/** Returns the IRIs of the positions on the page, from top to bottom. */
const shownOrder = () =>
  [...document.querySelectorAll('[data-area="page"] [data-iri^="/_/component_positions"]')].map(
    (element) => element.getAttribute('data-iri'),
  )

/** Returns the page with its headings in another order. */
const sampleOrder = (ids: readonly ['one' | 'two' | 'three', ...string[]]) => {
  const payload = samplePage()
  const sortValueOf = (iri: string) => ids.findIndex((id) => iri.endsWith(`/${id}`))
  const entries = payload.entries.map(({ resource, ...entry }) => {
    const iri = resource['@id']
    const sorted = order.includes(iri as never) ? { sortValue: sortValueOf(iri) } : {}
    return { ...entry, resource: { ...resource, ...sorted } }
  })
  return { ...payload, entries } as typeof payload
}

const openMoved = async () => {
  const editor = await openEditor({ hub, inspect: coverage.inspect })
  await editor.user.click(title())
  await editor.press('Move down')
  const unsaved = editor.editModeRef.getSnapshot().children.pendingEdits!.getSnapshot()
  const moves = selectPendingMovesRef(unsaved).getSnapshot()
  return { ...editor, reorderRef: selectReorder(group)(moves)! }
}

for (const path of paths)
  test(path.name, async () => {
    const editor = await openMoved()
    await walkEditor(editor, editor.reorderRef, path, gestures)
    expect(editor.reorderRef.getSnapshot().context).toEqual(path.next.context)

    const shown = selectOrder(path.next as never) ?? order
    expect(shownOrder()).toEqual(shown)
    expect(isUnavailable(tool('Move up'))).toBe(shown[0] === first)
    expect(isUnavailable(tool('Move down'))).toBe(shown.at(-1) === first)
    expect(screen.queryByRole('alert')?.textContent).toBe(
      selectFailure(path.next as never)?.message,
    )
  })

test('two moves within the debounce are saved one after the other', async () => {
  const { user, press, wait, happen, puppets, reorderRef } = await openMoved()
  await user.click(title(1))
  await press('Move up')
  await wait(1_000)
  const { calls, settle } = puppets.reorder
  const done = { type: 'xstate.done.actor.saveChange', output: { resource: null } } as const
  await happen(() => settle(done))
  expect(calls.map(({ input }) => input)).toEqual([
    { kind: 'move', position: order[0], to: order[1] },
    { kind: 'move', position: order[2], to: order[0] },
  ])
  await happen(() => settle(done))
  expect(selectOrder(reorderRef.getSnapshot())).toBeNull()
})

test('announces the new index', async () => {
  const { press } = await openMoved()
  expect(screen.getByText('Moved to 2 of 3')).toBeTruthy()
  await press('Move down')
  expect(screen.getByText('Moved to 3 of 3')).toBeTruthy()
})

test('moving keeps pending edits and focus', async () => {
  const { press } = await openMoved()
  typeInto(title(1), 'Coda, once more')
  await press('Move down')
  expect(document.activeElement).toBe(tool('Move down'))
  expect(title().textContent).toBe('Coda, once more')
})

test('what was refused without a session is saved once it is renewed', async () => {
  const editor = await openEditor({ inspect: coverage.inspect })
  const { user, happen, puppets, wait } = editor
  await user.click(title())
  await user.click(screen.getByRole('tab', { name: 'Order' }))
  await user.selectOptions(screen.getByLabelText('Place'), '2 of 3')
  await wait(1_000)
  const error = failureFromStatus(401)
  await happen(() => puppets.reorder.settle({ type: 'xstate.error.actor.saveChange', error }))
  expect(puppets.reorder.calls).toHaveLength(1)
  await signInAgain(editor)
  expect(puppets.reorder.calls).toHaveLength(2)
})

describe('a move from before a reload', () => {
  const refusal = () => screen.getByRole('region', { name: 'Not saved: Order' })
  const reload = async (stored?: Parameters<typeof sampleOrder>[0]) => {
    await openMoved()
    const storage = { ...sessionStorage }
    cleanup()
    const payload = stored && { payload: sampleOrder(stored) }
    return openEditor({ storage, inspect: coverage.inspect, ...payload })
  }
  const moved = [order[1], order[0], order[2]] as string[]

  test('is shown, and saved on request', async () => {
    const { press, wait, happen, puppets } = await reload()
    expect(shownOrder()).toEqual(moved)
    expect(refusal().textContent).toContain('The page was closed before the new order was saved.')
    expect(refusal().textContent).toMatch(/^Moved Title “.+” down/)
    await wait(1_000)
    expect(puppets.reorder.calls).toEqual([])
    await press('Save')
    expect(puppets.reorder.calls.map(({ input }) => input)).toEqual([
      { kind: 'move', position: order[0], to: order[1] },
    ])
    expect(sessionStorage.getItem('edits')).toContain(first)
    await happen(() =>
      puppets.reorder.settle({
        type: 'xstate.done.actor.saveChange',
        output: { resource: null },
      }),
    )
    expect(sessionStorage.getItem('edits')).toBeNull()
  })

  test('is in the list of what is not saved, and given up there', async () => {
    const { user, press, puppets } = await reload()
    await user.click(screen.getByRole('button', { name: /^Not saved/ }))
    const list = within(await screen.findByRole('dialog', { name: 'Not saved yet' }))
    expect(list.getByText('Not sent before the page was closed')).toBeTruthy()
    await user.click(list.getByRole('button', { name: 'Give up…' }))
    await user.click(list.getByRole('button', { name: 'Give up' }))
    expect(shownOrder()).toEqual(order)
    expect(puppets.reorder.calls).toEqual([])
    await press('Done')
    expect(screen.queryByRole('button', { name: 'Done' })).toBeNull()
  })

  test('is offered as it was shown where somebody else has moved another component', async () => {
    await reload(['three', 'one', 'two'])
    expect(refusal().textContent).toContain('The page was closed before the new order was saved.')
    expect(shownOrder()).toEqual(moved)
  })

  test('is a conflict where somebody else has moved the same component', async () => {
    const { press, puppets } = await reload(['two', 'three', 'one'])
    expect(refusal().textContent).toContain('Somebody else changed this')
    fireEvent.blur(title())
    expect(puppets.reorder.calls).toEqual([])
    await press('Discard my change')
    expect(shownOrder()).toEqual([order[1], order[2], order[0]])
  })

  test('is over where it was saved before the answer came', async () => {
    await reload(['two', 'one', 'three'])
    expect(shownOrder()).toEqual(moved)
    expect(screen.queryByRole('region', { name: 'Not saved: Order' })).toBeNull()
  })
})

coverage.expectAll()
