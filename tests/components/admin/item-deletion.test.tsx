import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { noFacts } from '#content/admin/item-deletion.ts'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import { itemDeletionMachine } from '#machines/admin/item-deletion.ts'
import { selectItemDeletionRef } from '#machines/admin/resource-item.ts'
import { cover } from '../../support/machines/coverage.ts'
import { type Answer, coveringPaths, namedPaths, pathsOf } from '#charts/paths/paths.ts'
import { openInfo, openItemScreen, press } from '../../support/resource-item.tsx'

const coverage = cover(itemDeletionMachine)
afterEach(cleanup)

const facts = {
  ...noFacts,
  path: '/about',
  redirects: 2,
  components: 1,
  articles: 3,
  pages: 12,
  children: 2,
}
const paths = coveringPaths(
  pathsOf(itemDeletionMachine, {
    input: { iri: '/_/layouts/1', listPath: '/_cwa/layouts' },
    events: [
      { type: 'deletion.confirmed' },
      { type: 'deletion.canceled' },
      { type: 'xstate.done.actor.readDeletion', output: facts },
      { type: 'xstate.error.actor.readDeletion', error: new Failure('offline') },
      { type: 'xstate.error.actor.readDeletion', error: failureFromStatus(401) },
      { type: 'xstate.done.actor.deleteItem' },
      { type: 'xstate.error.actor.deleteItem', error: new Failure('offline') },
      { type: 'xstate.error.actor.deleteItem', error: failureFromStatus(401) },
      { type: 'xstate.done.actor.renewSession', output: 'renewed' },
      { type: 'xstate.done.actor.renewSession', output: 'declined' },
      { type: 'xstate.error.actor.renewSession', error: new Failure('unexpected') },
    ],
    distinguishBy: ({ consequences, isConfirmed, failure }) => [
      consequences.length,
      isConfirmed,
      failure !== null,
    ],
  }),
)

const question = () => screen.getByRole('alertdialog', { name: 'Delete “home”?' })
const gestures: Record<string, () => unknown> = {
  'deletion.confirmed': () => press('Delete', question()),
  'deletion.canceled': () => press('Cancel', question()),
}

const openDeletion = async () => {
  const opened = openItemScreen(coverage.inspect)
  await opened.read()
  await openInfo()
  await press('Delete…')
  return opened
}

test.each(namedPaths(paths))('%s', async (_, { events, next }) => {
  const opened = await openDeletion()
  for (const event of events) {
    const gesture = gestures[event.type]
    if (gesture) await gesture()
    else await opened.settle(event as Answer)
  }
  const snapshot = opened.resourceItemRef.getSnapshot()
  if (next.status === 'done') {
    expect(snapshot.matches('deleted')).toBe(next.output!.isDeleted)
    expect(opened.went).toEqual(next.output!.isDeleted ? ['list'] : [])
    expect(screen.queryByRole('alert')?.textContent).toBe(next.output!.failure?.message)
  } else expect(selectItemDeletionRef(snapshot)?.getSnapshot().value).toEqual(next.value)
  expect(screen.queryByRole('alertdialog') !== null).toBe(next.matches('confirming'))
})

test('the question says what else is deleted', async () => {
  const opened = await openDeletion()
  await opened.settle({ type: 'xstate.done.actor.readDeletion', output: facts })
  expect([...question().querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    '3 pages that are shown with it are deleted, too.',
    'Nothing is found at /about any more.',
    '2 redirects to it are deleted, too.',
    'The component on it is deleted, unless it is shown elsewhere, too.',
    '12 pages are without a layout until you choose another.',
    '2 pages below it have no parent any more.',
  ])
})

coverage.expectAll()
