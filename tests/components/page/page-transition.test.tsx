import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { pageTransitionMachine } from '#machines/page/page-transition.ts'
import { type Gestures, type OpenApp, openApp, settlePage, walkPath } from '../../support/app.tsx'
import { component, pagePayload } from '../../support/content/page-payload.ts'
import { admin } from '../../support/content/sample-resources.ts'
import { cover } from '../../support/machines/coverage.ts'
import { type Answer, namedPaths, pathsOf } from '#charts/paths/paths.ts'
import { startFailuresIn } from '../../support/machines/enhancements.ts'

const coverage = cover(pageTransitionMachine)
const page = (path: string) => pagePayload([component('Title', 'title', { title: path })], { path })
const payload = page('/')

const watcherFailed = 'xstate.error.actor.watchReducedMotion'

const paths = pathsOf(pageTransitionMachine, {
  input: undefined,
  events: [
    { type: 'reducedMotion.enabled' },
    { type: 'reducedMotion.disabled' },
    { type: 'page.changed', from: '/', to: '/next' },
    { type: 'page.requested' },
    { type: 'page.unloaded' },
    { type: 'xstate.done.actor.fadeIn' },
    { type: 'xstate.error.actor.fadeIn', error: new Error('no animations') },
    { type: 'xstate.error.actor.loadAnimation', error: new Error('offline') },
    { type: watcherFailed, error: new Error('no media queries') },
  ],
}).filter(({ events }) => events.findIndex(({ type }) => type === watcherFailed) <= 0)

let visits = 0
const visitPage = async (app: OpenApp) => {
  const path = `/next/${(visits += 1)}`
  await app.pop(path)
  await settlePage(app, page(path))
}

const changeMotion: Gestures[string] = ({ happen, enhancements }, event) =>
  happen(() => enhancements.callbacks.reducedMotion.send(event))
const settleFade = ({ happen, enhancements }: OpenApp, event: Answer) =>
  happen(() => enhancements.effects.fadeIn.settle(event))

const gestures: Gestures = {
  'reducedMotion.enabled': changeMotion,
  'reducedMotion.disabled': changeMotion,
  'page.changed': visitPage,
  'page.requested': ({ pop }) => pop(`/next/${(visits += 1)}`),
  'page.unloaded': ({ pop }) => pop('/_cwa/layouts'),
  'xstate.done.actor.fadeIn': settleFade,
  'xstate.error.actor.fadeIn': settleFade,
  'xstate.error.actor.loadAnimation': ({ happen, enhancements }: OpenApp, event: Answer) =>
    happen(() => enhancements.effects.loadAnimation.settle(event)),
  // The effect fails when it is started.
  [watcherFailed]: () => {},
}

afterEach(cleanup)

test.each(namedPaths(paths))('%s', async (_, path) => {
  const app = openApp('/', {
    payload,
    input: { user: admin },
    failures: startFailuresIn(path),
    inspect: coverage.inspect,
  })
  await walkPath(app, app.appRef.system.get('pageTransition'), path, gestures)
  const { calls } = app.enhancements.effects.fadeIn
  const hasEnded = path.events.at(-1)?.type.endsWith('.actor.fadeIn')
  const isFading = calls.some(({ signal }) => !signal.aborted) && !hasEnded
  expect(isFading).toBe(path.next.matches({ enabled: 'fading' }))
  expect(screen.getByRole('main')).toBeTruthy()
})

test('the admin area appears and disappears at once, other pages fade in', async () => {
  const app = openApp('/', { payload, input: { user: admin }, inspect: coverage.inspect })
  const { reducedMotion } = app.enhancements.callbacks
  const { calls } = app.enhancements.effects.fadeIn
  await app.happen(() => reducedMotion.send({ type: 'reducedMotion.disabled' }))
  await app.pop('/_cwa/layouts')
  expect(app.location().path).toBe('/_cwa/layouts')
  await app.pop('/_cwa/pages')
  await visitPage(app)
  expect(app.arrivals).toEqual(
    Array.from({ length: 3 }, () => ['saved position', 'heading']).flat(),
  )
  expect(calls).toEqual([])
  await visitPage(app)
  expect(calls).toHaveLength(1)
})

coverage.expectAll()
