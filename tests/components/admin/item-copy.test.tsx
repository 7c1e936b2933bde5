import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { type UndoableChange, bulkNotification } from '#content/admin/bulk-change.ts'
import type { Iri } from '#content/model/iri.ts'
import {
  type CopiedItem,
  isCopying,
  itemCopyMachine,
  selectFailure,
} from '#machines/admin/item-copy.ts'
import { CopyButton } from '#src/admin/resources/CopyButton.tsx'
import { itemCopy } from '../../support/machines/admin-paths.ts'
import { cover } from '../../support/machines/coverage.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { type Answer, coveringPaths, namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(itemCopyMachine)
afterEach(cleanup)

const openButton = () => {
  const copying = controlledPromise<CopiedItem, { iri: Iri; listPath: string }>()
  const undoing = controlledPromise<void, { listPath: string; change: UndoableChange }>()
  const went: unknown[] = []
  const announced: unknown[] = []
  const itemCopyRef = createActor(
    itemCopyMachine.provide({
      actors: { copyItem: copying.logic, undoCopy: undoing.logic },
      actions: {
        openCopy: (_, { copied }) => void went.push(copied.copy),
        openList: (_, { listPath }) => void went.push(listPath),
        announceCopy: (_, { copied }) => void announced.push(copied),
      },
    }),
    { input: itemCopy.input, inspect: coverage.inspect },
  ).start()
  render(<CopyButton itemCopyRef={itemCopyRef} />)
  return { copying, undoing, went, announced, itemCopyRef }
}

const button = () => screen.getByRole('button', { name: 'Duplicate' })

test.each(namedPaths(coveringPaths(pathsOf(itemCopyMachine, itemCopy))))(
  '%s',
  async (_, { events, next }) => {
    const { copying, undoing, went, itemCopyRef } = openButton()
    for (const event of events) {
      if (event.type === 'copy.requested') fireEvent.click(button())
      // Notifications are shown by the editor, which this button is without.
      else if (event.type.startsWith('notification.'))
        await act(async () => itemCopyRef.send(event as never))
      else {
        const effect = event.type.endsWith('copyItem') ? copying : undoing
        await act(async () => effect.settle(event as Answer as never))
      }
    }
    expect(itemCopyRef.getSnapshot().value).toEqual(next.value)
    expect(button().getAttribute('aria-busy') === 'true').toBe(isCopying(next))
    expect(screen.queryByRole('alert')?.textContent).toBe(selectFailure(next)?.message)
    expect(went.length > 0).toBe(
      next.matches('idle') && events.some(({ type }) => /done.actor/.test(type)),
    )
  },
)

const accepted = { type: 'notification.accepted', key: bulkNotification } as const

test('an undo waits while a copy runs, whose undo is offered once more and whose screen is opened then', async () => {
  const { copying, undoing, went, announced, itemCopyRef } = openButton()
  const { undoable, listPath } = itemCopy.input
  fireEvent.click(button())
  itemCopyRef.send({ ...accepted, heading: undoable!.label })
  expect(undoing.calls).toEqual([])
  const copied = { copy: itemCopy.copy, undoable: null }
  await act(async () =>
    copying.settle({ type: 'xstate.done.actor.copyItem', output: copied } as never),
  )
  expect(undoing.calls.map(({ input }) => input)).toEqual([{ listPath, change: undoable }])
  expect(went).toEqual([])
  await act(async () => undoing.settle({ type: 'xstate.done.actor.undoCopy' } as never))
  expect(announced).toEqual([copied])
  expect(went).toEqual([itemCopy.copy])
})

coverage.expectAll({
  'itemCopy.idle notification.accepted':
    'The editor shows notifications, which this button is without.',
  'itemCopy.idle notification.shown': 'So it is with one that takes the place of another.',
  'itemCopy.copying notification.accepted': 'So it is while a copy runs.',
  'itemCopy.undoing notification.accepted': 'And while something is undone.',
})
