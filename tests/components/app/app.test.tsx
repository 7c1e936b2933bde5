import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { appMachine } from '#machines/app/app.ts'
import { errorTitleOf } from '#src/views/screens/error-titles.ts'
import { type Gestures, settleEffect, openApp, sendToRoot, walkPath } from '../../support/app.tsx'
import { fakeEditor } from '../../support/machines/app-actors.ts'
import { cover } from '../../support/machines/coverage.ts'
import { type Path, namedPaths } from '../../support/machines/paths.ts'
import { appPaths, payload } from '../../support/machines/app-paths.ts'

const coverage = cover(appMachine)
const paths = appPaths(fakeEditor)

const gestures: Gestures = {
  ...Object.fromEntries(
    paths.flatMap(({ events }) => events).map(({ type }) => [type, sendToRoot]),
  ),
  'xstate.after.retryDelay.app.retrying': ({ wait }) => wait(5_000),
  'xstate.done.actor.loadEditor': settleEffect('loadEditor'),
  'xstate.error.actor.loadEditor': settleEffect('loadEditor'),
}

/** Returns the heading of the error page, if the last event leads to it. */
const headingAfter = ({ events }: Path) => {
  const last = events.at(-1)
  return last?.type === 'xstate.error.actor.deferred' ? errorTitleOf(last['error']) : null
}

afterEach(cleanup)

test.each(namedPaths(paths))('%s', async (_, path) => {
  const app = openApp('/', { payload, inspect: coverage.inspect })
  await walkPath(app, app.appRef, path, gestures)
  const heading = screen.queryByRole('heading')?.textContent
  expect(heading).toBe(headingAfter(path) ?? heading)
})

coverage.expectAll()
