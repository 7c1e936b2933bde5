import { cleanup } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { staleBuildMachine } from '#machines/app/stale-build.ts'
import { type Gestures, openApp, settleEffect, walkPath } from '../../support/app.tsx'
import { pagePayload } from '../../support/content/page-payload.ts'
import { cover } from '../../support/machines/coverage.ts'
import { namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(staleBuildMachine)
afterEach(cleanup)

const paths = pathsOf(staleBuildMachine, {
  input: undefined,
  events: [
    { type: 'preload.failed', isStylesheet: false },
    { type: 'preload.failed', isStylesheet: true },
    { type: 'xstate.done.actor.canReload', output: true },
    { type: 'xstate.done.actor.canReload', output: false },
    { type: 'xstate.error.actor.canReload', error: new Error('offline') },
  ],
})

const gestures: Gestures = {
  'preload.failed': ({ happen, preloads }, event) => happen(() => preloads.send(event)),
  'xstate.done.actor.canReload': settleEffect('canReload'),
  'xstate.error.actor.canReload': settleEffect('canReload'),
}

test.each(namedPaths(paths))('%s', async (_, path) => {
  const app = openApp('/', { payload: pagePayload([]), inspect: coverage.inspect })
  await walkPath(app, app.appRef.system.get('staleBuild'), path, gestures)
  expect(app.reloads).toHaveLength(path.next.value === 'reloading' ? 1 : 0)
})

coverage.expectAll()
