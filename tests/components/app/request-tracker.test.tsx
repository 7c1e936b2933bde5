import { cleanup } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { requestTrackerMachine } from '#machines/app/request-tracker.ts'
import { trackRequest } from '#src/app/effects/shared.ts'
import { type Gestures, openApp, walkPath } from '../../support/app.tsx'
import { cover } from '../../support/machines/coverage.ts'
import { component, pagePayload } from '../../support/content/page-payload.ts'
import { namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(requestTrackerMachine)
const payload = pagePayload([component('Title', 'hello', { title: 'Hello' })])

const paths = pathsOf(requestTrackerMachine, {
  input: undefined,
  events: ['1', '2'].flatMap((id) => [
    { type: 'request.started' as const, id },
    { type: 'request.finished' as const, id },
  ]),
  // Each id starts and finishes once.
  distinguishBy: ({ pending }) => [...new Set(pending)].toSorted(),
})

type Identified = { id: string }
let answers: Record<string, () => void> = {}
afterEach(() => {
  answers = {}
  cleanup()
})

/** Requests are tracked the way the app's effects do it. */
const gestures: Gestures = {
  'request.started': ({ appRef, happen }, { id }: Identified) =>
    happen(() => {
      const request = new Promise<void>((resolve) => (answers[id] = resolve))
      trackRequest({ system: appRef.system, self: { sessionId: id } }, request).catch(() => {})
    }),
  'request.finished': ({ happen }, { id }: Identified) => happen(() => answers[id]!()),
}

const isPossible = (events: readonly { type: string; id?: string }[]) =>
  events.every(
    ({ type, id }, at) =>
      type !== 'request.started' || !events.slice(0, at).some((before) => before.id === id),
  )

test.each(namedPaths(paths.filter(({ events }) => isPossible(events))))('%s', async (_, path) => {
  const app = openApp('/', { payload, inspect: coverage.inspect })
  const { requestTracker: requests } = app.appRef.getSnapshot().children
  await walkPath(app, requests!, path, gestures)
  expect(requests!.getSnapshot().context).toEqual(path.next.context)
  const waits = path.next.matches('pending') ? 'busy' : 'idle'
  expect(app.appRef.system.get('liveUpdates').getSnapshot().value.requests).toBe(waits)
})

coverage.expectAll()
