import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { BulkPreview, UndoableChange } from '#content/admin/bulk-change.ts'
import type { ResourceListPage } from '#content/admin/resource-lists.ts'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import type { RenewalOutcome } from '#content/model/session.ts'
import { type BulkChangeInput, bulkChangeMachine } from '#machines/admin/bulk-change.ts'
import {
  type ResourceListRef,
  resourceListMachine,
  selectBulkChangeRef,
} from '#machines/admin/resource-list.ts'
import { useListPageOf } from '#src/admin/hooks/use-list-page.ts'
import { ListPageScreen } from '#src/admin/resources/ResourceListScreen.tsx'
import { AppProvider } from '#src/app/shell/app-context.tsx'
import { AppRouter } from '#src/app/shell/router.tsx'
import { pagePayload } from '../../support/content/page-payload.ts'
import { bulkChange, madeChange } from '../../support/machines/admin-paths.ts'
import { startApp } from '../../support/machines/app-actors.ts'
import { cover } from '../../support/machines/coverage.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { type Answer, coveringPaths, namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(bulkChangeMachine)
afterEach(cleanup)

const pageOf = (number: number) => ({
  '@id': `/_/pages/${number}`,
  '@type': 'Page',
  reference: ['One', 'Two', 'Three'][number - 1],
  _metadata: { persisted: true, ...(number === 1 && { etag: '"1"' }) },
})
const list: ResourceListPage = {
  members: [pageOf(1), pageOf(2), pageOf(3)],
  total: 3,
  pages: 1,
  labels: {},
  title: null,
  actions: ['publish', 'layout', 'delete'],
}

function ScreenOf({ resourceListRef }: { resourceListRef: ResourceListRef }) {
  return <ListPageScreen title="Pages" listPage={useListPageOf(resourceListRef)} />
}

const openScreen = async () => {
  const promises = {
    readList: controlledPromise<ResourceListPage, { path: string; search: string }>(),
    previewChange: controlledPromise<BulkPreview, BulkChangeInput>(),
    makeChange: controlledPromise<UndoableChange | null, BulkChangeInput>(),
    undoChange: controlledPromise<void, { listPath: string; change: UndoableChange }>(),
    renewSession: controlledPromise<RenewalOutcome, { isBackground: boolean }>(),
  }
  const payload = pagePayload([], { path: '/blog' })
  const { appRef } = startApp('/blog', { payload, inspect: coverage.inspect })
  const renewSession = promises.renewSession.logic
  const resourceListRef = createActor(
    resourceListMachine.provide({
      actors: {
        readList: promises.readList.logic,
        bulkChange: bulkChangeMachine.provide({
          actors: {
            previewChange: promises.previewChange.logic,
            makeChange: promises.makeChange.logic,
            renewSession,
          },
        }),
        undoChange: promises.undoChange.logic,
        renewSession,
      },
    }),
    { input: { path: '/blog', search: '', listPath: '/_cwa/pages' }, parent: appRef },
  ).start()
  render(
    <AppProvider value={appRef}>
      <AppRouter>
        <ScreenOf resourceListRef={resourceListRef} />
      </AppRouter>
    </AppProvider>,
  )
  const settle = (event: Answer) =>
    act(async () => {
      const name = event.type.split('.').at(-1) as keyof typeof promises
      promises[name].settle(event as never)
    })
  const read = (output = list) => settle({ type: 'xstate.done.actor.readList', output })
  await read()
  return { resourceListRef, promises, settle, read }
}

let opened: Awaited<ReturnType<typeof openScreen>>
beforeEach(async () => {
  opened = await openScreen()
})

const main = () => screen.getByRole('main')
const press = (name: string, inside: HTMLElement = main()) =>
  act(async () => fireEvent.click(within(inside).getByRole('button', { name })))
const check = (name: string, options = {}) =>
  act(async () => fireEvent.click(screen.getByRole('checkbox', { name }), options))
const checked = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox', { name: /^Select / })
    .flatMap((box) => (box.checked ? [box.getAttribute('aria-label') ?? 'all'] : []))
const question = () => screen.getByRole('alertdialog')
const undone = () => opened.promises.undoChange.calls.map(({ input }) => input)

const gestures: Record<string, () => Promise<unknown>> = {
  'bulk.confirmed': () => press('Change the layout', question()),
  'bulk.canceled': () => press('Cancel', question()),
}

const paths = coveringPaths(pathsOf(bulkChangeMachine, bulkChange))

test.each(namedPaths(paths))('%s', async (_, { events, next }) => {
  await check('Select One')
  await check('Select Two')
  await press('Change layout')
  for (const event of events)
    await (gestures[event.type] ?? (() => opened.settle(event as unknown as Answer)))()
  const bulkChangeRef = selectBulkChangeRef(opened.resourceListRef.getSnapshot())
  if (next.status === 'done') {
    expect(bulkChangeRef).toBeUndefined()
    expect(screen.queryByRole('alert')?.textContent).toBe(next.output!.failure?.message)
    expect(opened.resourceListRef.getSnapshot().context.undoable).toEqual(next.output!.undoable)
    expect(checked()).toEqual(next.output!.isChanged ? [] : ['Select One', 'Select Two'])
  } else {
    expect(bulkChangeRef!.getSnapshot().value).toEqual(next.value)
    expect(screen.queryByRole('alertdialog') !== null).toBe(next.matches('confirming'))
    expect(screen.queryByText('Changing the layout of 2 pages…') !== null).toBe(
      next.matches('changing'),
    )
  }
})

test('sends the versions that were listed, and the layout that was chosen', async () => {
  await check('Select One')
  await check('Select Two')
  await press('Change layout')
  await opened.settle({
    type: 'xstate.done.actor.previewChange',
    output: bulkChange.events[2].output,
  })
  await press('Change the layout', question())
  expect(opened.promises.makeChange.calls.at(-1)?.input).toEqual({
    listPath: '/_cwa/pages',
    request: { ...bulkChange.input.request, layout: '/_/layouts/1' },
  })
})

test('searches the layout where there are more than are listed', async () => {
  await check('Select One')
  await press('Change layout')
  await opened.settle({
    type: 'xstate.done.actor.previewChange',
    output: { ...bulkChange.events[2].output, areLayoutsSearched: true },
  })
  const field = within(question()).getByRole<HTMLInputElement>('combobox', { name: 'Layout' })
  expect(field.value).toBe('main')
  await press('Change the layout', question())
  expect(opened.promises.makeChange.calls.at(-1)?.input.request.layout).toBe('/_/layouts/1')
})

test('selects one, a range and all, by mouse and by keyboard, and none again by Escape', async () => {
  await check('Select One')
  await check('Select Three', { shiftKey: true })
  expect(checked()).toEqual(['all', 'Select One', 'Select Two', 'Select Three'])
  await check('Select Two')
  expect(checked()).toEqual(['Select One', 'Select Three'])
  const link = (name: string) => screen.getByRole('link', { name })
  await act(async () => fireEvent.keyDown(link('Two'), { key: 'Escape' }))
  expect(checked()).toEqual([])
  await act(async () => fireEvent.keyDown(link('Two'), { key: ' ' }))
  await act(async () => fireEvent.keyDown(link('Two'), { key: 'ArrowDown', shiftKey: true }))
  expect(checked()).toEqual(['Select Two', 'Select Three'])
  expect(document.activeElement).toBe(link('Three'))
  await check('Select all')
  await check('Select all')
  expect(checked()).toEqual([])
  expect(screen.queryByText(/selected$/)).toBeNull()
})

test('moves to the next name that begins with what is typed', async () => {
  const link = (name: string) => screen.getByRole('link', { name })
  await act(async () => link('One').focus())
  const type = (key: string) => act(async () => fireEvent.keyDown(document.activeElement!, { key }))
  await type('t')
  expect(document.activeElement).toBe(link('Two'))
  await type('H')
  expect(document.activeElement).toBe(link('Three'))
  await type('x')
  expect(document.activeElement).toBe(link('Three'))
})

test('names the rows that somebody else has changed, and keeps the selection', async () => {
  await check('Select all')
  await press('Delete')
  const violations = [
    {
      iri: '/_/pages/2',
      propertyPath: 'members[1]',
      message: 'Somebody has changed this meanwhile.',
    },
  ]
  const error = new Failure('invalid', { status: 412, violations })
  await opened.settle({ type: 'xstate.error.actor.previewChange', error })
  await opened.read()
  expect(screen.getByRole('alert').textContent).toBe(
    'Nothing was changed.Two: Somebody has changed this meanwhile.',
  )
  expect(checked()).toHaveLength(4)
})

test('offers nothing where there is nothing to publish', async () => {
  await check('Select One')
  await press('Publish drafts')
  const nothing = 'There are no drafts on what you have selected.'
  await opened.settle({
    type: 'xstate.done.actor.previewChange',
    output: { consequences: [nothing], layouts: [], isEmpty: true },
  })
  expect(question().textContent).toContain(nothing)
  const buttons = [...question().querySelectorAll('button')].map(({ textContent }) => textContent)
  expect(buttons).toEqual(['Close'])
  await press('Close', question())
})

test('undoes a change by Ctrl+Z, and says why it cannot', async () => {
  const undo = () => act(async () => fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true }))
  await undo()
  expect(undone()).toEqual([])
  await check('Select One')
  await press('Delete')
  await opened.settle({
    type: 'xstate.done.actor.previewChange',
    output: { consequences: ['Nothing is found at /one any more.'], layouts: [], isUndoable: true },
  })
  expect(question().textContent).toContain('Nothing is found at /one any more.')
  expect(question().textContent).toContain('It can be undone for an hour.')
  await press('Delete 1 page', question())
  await opened.settle({ type: 'xstate.done.actor.makeChange', output: madeChange })
  await opened.read({ ...list, members: list.members.slice(1) })
  await act(async () =>
    fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'z', ctrlKey: true }),
  )
  expect(undone()).toEqual([])
  await undo()
  expect(undone()).toEqual([{ listPath: '/_cwa/pages', change: madeChange }])
  await opened.settle({ type: 'xstate.error.actor.undoChange', error: failureFromStatus(404) })
  expect(screen.getByRole('alert').textContent).toBe('This no longer exists.')
  await undo()
  await opened.settle({ type: 'xstate.done.actor.undoChange' })
  await opened.read()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('link', { name: 'One' })).not.toBeNull()
})

coverage.expectAll()

test('says before a change that is too large to be kept that it cannot be undone', async () => {
  await check('Select One')
  await press('Delete')
  await opened.settle({
    type: 'xstate.done.actor.previewChange',
    output: { consequences: [], layouts: [], isUndoable: false },
  })
  expect(question().textContent).toContain('it cannot be undone')
  expect(question().textContent).not.toContain('for an hour')
})
