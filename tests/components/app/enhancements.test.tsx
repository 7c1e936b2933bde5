import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { enhancementsMachine } from '#machines/app/enhancements.ts'
import {
  type Gestures,
  type OpenApp,
  openApp,
  signIn,
  signOut,
  walkPath,
} from '../../support/app.tsx'
import { cover } from '../../support/machines/coverage.ts'
import { component, pagePayload } from '../../support/content/page-payload.ts'
import { admin, reader } from '../../support/content/sample-resources.ts'
import { enhancementsPaths } from '../../support/machines/enhancements-paths.ts'
import { type Answer, namedPaths } from '#charts/paths/paths.ts'

const coverage = cover(enhancementsMachine)
const payload = pagePayload([component('Title', 'hello', { title: 'Hello' })])

type Enhancements = OpenApp['enhancements']['effects']

const settle = (effect: keyof Enhancements) =>
  [`xstate.done.actor.${effect}`, `xstate.error.actor.${effect}`].map(
    (type): [string, Gestures[string]] => [
      type,
      ({ happen, enhancements }: OpenApp, event: Answer) =>
        happen(() => enhancements.effects[effect].settle(event)),
    ],
  )

const gestures: Gestures = {
  'session.started': (app) => signIn(app, admin),
  'session.ended': signOut,
  ...Object.fromEntries(
    (
      [
        'loadFetchChain',
        'loadAuthorization',
        'loadViews',
        'waitForIdle',
        'enableOfflinePages',
      ] as const
    ).flatMap(settle),
  ),
  'xstate.after.preloadDelay.enhancements.idle': ({ wait }) => wait(1_000),
  'xstate.after.offlinePagesDelay.enhancements.preloaded': ({ wait }) => wait(1_000),
}

afterEach(cleanup)

test.each(namedPaths(enhancementsPaths))('%s', async (_, path) => {
  const app = openApp('/', { payload, input: { user: reader }, inspect: coverage.inspect })
  await walkPath(app, app.appRef.system.get('enhancements'), path, gestures)
  const isForgotten = path.effects.includes('clearOfflinePages')
  expect(app.enhancements.actions.includes('forget visited')).toBe(isForgotten)
  // The progress bar belongs to page loads only.
  expect(screen.queryAllByRole('progressbar')).toEqual([])
})

coverage.expectAll()
