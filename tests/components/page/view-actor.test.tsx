import { act, cleanup, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { useSelector } from '@xstate/react'
import { afterEach, expect, test } from 'vitest'
import { type ActorRefFrom, type AnyActorLogic, type InspectionEvent, setup } from 'xstate'
import { promiseEffect } from '#machines/declare-effects.ts'
import { viewActorMachine } from '#machines/page/view-actor.ts'
import { AppProvider } from '#src/app/shell/app-context.tsx'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { startApp } from '../../support/machines/app-actors.ts'
import { cover } from '../../support/machines/coverage.ts'
import { pagePayload } from '../../support/content/page-payload.ts'
import { controlledPromise, inertActor } from '#charts/paths/controlled-effects.ts'
import { namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(viewActorMachine)
afterEach(cleanup)

const search = setup({
  types: {} as { input: { query: string }; context: { query: string } },
  actors: { read: promiseEffect<void>() },
}).createMachine({
  id: 'search',
  context: ({ input }) => input,
  initial: 'reading',
  states: { reading: { invoke: { id: 'read', src: 'read', onDone: 'done' } }, done: {} },
})

/** Renders a component that runs a search, in the app, with all that the app's inspector hears. */
const open = () => {
  const inspected: InspectionEvent[] = []
  const read = controlledPromise<void, undefined>()
  const logic = search.provide({ actors: { read: read.logic } })
  const { appRef } = startApp('/', {
    payload: pagePayload([]),
    inspect: coverage.inspect,
  })
  appRef.system.inspect((event) => void inspected.push(event))
  const refs: ActorRefFrom<typeof logic>[] = []
  function Search() {
    const ref = useViewActor('search', logic, { query: 'goat' })
    refs.push(ref)
    return <p>{useSelector(ref, ({ value, context }) => `${context.query} ${value}`)}</p>
  }
  const view = (
    <StrictMode>
      <AppProvider value={appRef}>
        <Search />
      </AppProvider>
    </StrictMode>
  )
  return { appRef, inspected, read, view, ref: () => refs.at(-1)! }
}

const paths = pathsOf(viewActorMachine, {
  input: { id: 'search', logic: inertActor as AnyActorLogic, input: {} },
  events: [{ type: 'view.unmounted' }],
})

test.each(namedPaths(paths))('%s', async (_, { events, next }) => {
  const { view, ref, read } = open()
  const { unmount } = render(view)
  for (const { type } of events) if (type === 'view.unmounted') await act(async () => unmount())
  expect(ref().getSnapshot().status).toBe(next.status === 'done' ? 'stopped' : 'active')
  expect(read.calls.map(({ signal }) => signal.aborted)).toEqual([next.status === 'done'])
})

test('the actor belongs to the system of the app, whose inspector sees it', async () => {
  const { view, ref, read, appRef, inspected } = open()
  render(view)
  expect(ref().system).toBe(appRef.system)
  await act(async () => read.settle({ type: 'xstate.done.actor.read' }))
  expect(screen.getByText('goat done')).toBeDefined()
  const seen = inspected.filter(
    (event) => event.type === '@xstate.snapshot' && event.actorRef === ref(),
  )
  expect(seen.length).toBeGreaterThan(0)
})

test('the server renders the initial state and starts nothing', () => {
  const { view, read } = open()
  expect(renderToString(view)).toBe('<p>goat reading</p>')
  expect(read.calls).toEqual([])
})

coverage.expectAll()
