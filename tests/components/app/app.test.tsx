import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fromCallback } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import type { User } from '#content/model/resource.ts'
import { type EditorActors, appMachine } from '#machines/app/app.ts'
import { errorTitleOf } from '#src/views/screens/error-titles.ts'
import {
  type Gestures,
  expireSession,
  openApp,
  openEditor,
  settleEffect,
  signIn,
  walkPath,
} from '../../support/app.tsx'
import { admin, reader } from '../../support/content/sample-resources.ts'
import { fakeEditor } from '../../support/machines/app-actors.ts'
import { appPaths, payload } from '../../support/machines/app-paths.ts'
import { cover } from '../../support/machines/coverage.ts'
import { type Path, namedPaths } from '#charts/paths/paths.ts'

const coverage = cover(appMachine)

/** A session is resumed only at the start, and no actor crashes by a gesture. */
const isPossible = ({ events }: Path) =>
  events.every(({ type }, index) =>
    type === 'session.resumed' ? index === 0 : type !== 'xstate.error.actor.deferred',
  )

const gestures: Gestures = {
  // The user is known from the start.
  'session.resumed': () => {},
  'session.started': (app, { user }: { user: User }) => signIn(app, user),
  'session.ended': expireSession,
  'xstate.after.retryDelay.app.retrying': ({ wait }) => wait(5_000),
  'xstate.done.actor.loadEditor': settleEffect('loadEditor'),
  'xstate.error.actor.loadEditor': settleEffect('loadEditor'),
}

/** Returns the user with whom the app starts: one whose session is resumed or ends, or none. */
const userOf = ({ events: [first] }: Path): User | null => {
  if (first?.type === 'session.resumed') return first['user'] as User
  return first?.type === 'session.ended' ? reader : null
}

afterEach(cleanup)

test.each(namedPaths(appPaths(fakeEditor).filter(isPossible)))('%s', async (_, path) => {
  const app = openApp('/', { payload, input: { user: userOf(path) }, inspect: coverage.inspect })
  await walkPath(app, app.appRef, path, gestures)
  const isLoaded = path.next.matches('loaded')
  expect(app.appRef.getSnapshot().children.editMode !== undefined).toBe(isLoaded)
})

test('shows the error page when an actor crashes', async () => {
  const failure = new Failure('offline')
  const crashing = fromCallback(() => {
    throw failure
  }) as unknown
  const app = openApp('/', {
    payload,
    input: { user: admin },
    editor: {
      ...fakeEditor,
      actors: { ...fakeEditor.actors, changeQueue: crashing } as EditorActors,
    },
    inspect: coverage.inspect,
  })
  await openEditor(app)
  expect(screen.getByRole('heading').textContent).toBe(errorTitleOf(failure))
})

coverage.expectAll()
