import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { appMachine } from '#machines/app/app.ts'
import { errorTitleOf } from '#src/views/screens/error-titles.ts'
import {
  type Gestures,
  settleEffect,
  openApp,
  emitFromEditor,
  sendToRoot,
  walkPath,
} from '../../support/app.tsx'
import { fakeEditor } from '../../support/machines/app-actors.ts'
import { cover } from '../../support/machines/coverage.ts'
import { type Path, namedPaths } from '../../support/machines/paths.ts'
import { appPaths, payload } from '../../support/machines/app-paths.ts'

const coverage = cover(appMachine)
const paths = appPaths(fakeEditor)

const editorEvents = /^(edit|add\.(started|ended)|signOut\.requested|undo|redo|iri|resource|change)/

const gestures: Gestures = {
  ...Object.fromEntries(
    paths
      .flatMap(({ events }) => events)
      .map(({ type }) => [type, editorEvents.test(type) ? emitFromEditor : sendToRoot]),
  ),
  'xstate.after.retryDelay.app.retrying': ({ wait }) => wait(5_000),
  'xstate.done.actor.loadEditor': settleEffect('loadEditor'),
  'xstate.error.actor.loadEditor': settleEffect('loadEditor'),
}

/** Returns the notification that the last event raises. */
const notificationAfter = ({ events }: Path) => {
  const last = events.at(-1)
  if (last?.type === 'signOut.failed') return 'You are still signed in'
  if (last?.type === 'undo.failed') return 'Nothing was undone'
  return last?.type === 'change.failed' ? 'Not published' : null
}

const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
/** Returns the heading of the error page, if the last event leads to it. */
const headingAfter = ({ events }: Path) => {
  const last = events.at(-1)
  if (last?.type === 'xstate.error.actor.deferred') return errorTitleOf(last['error'])
  return last?.type === 'page.failed' ? errorTitleOf(last['failure']) : null
}

afterEach(cleanup)

test.each(namedPaths(paths))('%s', async (_, path) => {
  const app = openApp('/', { payload, inspect: coverage.inspect })
  await walkPath(app, app.appRef, path, gestures)
  const note = notificationAfter(path)
  expect(alerts()).toEqual(note ? [expect.stringContaining(note)] : [])
  const heading = screen.queryByRole('heading')?.textContent
  expect(heading).toBe(headingAfter(path) ?? heading)
})

coverage.expectAll()
