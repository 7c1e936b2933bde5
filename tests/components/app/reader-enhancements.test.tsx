import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Failure } from '#content/model/failure.ts'
import { readerEnhancementsMachine } from '#machines/app/reader-enhancements.ts'
import {
  type Gestures,
  type OpenApp,
  settlePage,
  settleEffect,
  receiveFromHub,
  openApp,
  sendTo,
  walkPath,
} from '../../support/app.tsx'
import { cover } from '../../support/machines/coverage.ts'
import { component, pagePayload } from '../../support/content/page-payload.ts'
import { type Answer, namedPaths, pathsOf } from '../../support/machines/paths.ts'

const coverage = cover(readerEnhancementsMachine)
const title = component('Title', 'hello', { title: 'Hello' })
const payload = pagePayload([title])
const hub = 'https://example.org/.well-known/mercure'

const paths = pathsOf(readerEnhancementsMachine, {
  input: undefined,
  events: [
    { type: 'session.started' },
    { type: 'session.ended' },
    { type: 'xstate.done.actor.enableOfflinePages' },
    { type: 'xstate.error.actor.enableOfflinePages', error: new Error('not here') },
  ],
})

const settleCaching = ({ happen, enhancements }: OpenApp, event: Answer) =>
  happen(() => enhancements.effects.enableOfflinePages.settle(event))

let visits = 0
const navigateAway = ({ pop }: OpenApp) => pop(`/next?visit=${(visits += 1)}`)

const gestures: Gestures = {
  'page.requested': navigateAway,
  'page.unloaded': ({ pop }) => pop('/login'),
  'page.loaded': async (app) => {
    await navigateAway(app)
    await settlePage(app, payload)
  },
  'page.failed': async (app) => {
    await navigateAway(app)
    await settleEffect('fetchPayload')(app, {
      type: 'xstate.error.actor.fetchPayload',
      error: new Failure('offline'),
    })
  },
  'message.received': async (app) => {
    await receiveFromHub(app, { type: 'connection.opened' })
    await receiveFromHub(app, { type: 'message.received', id: '1', data: title })
  },
  'connection.lost': (app) => receiveFromHub(app, { type: 'connection.lost' }),
  'connection.opened': (app) => receiveFromHub(app, { type: 'connection.opened' }),
  'network.restored': async ({ happen, enhancements }) => {
    await happen(() => enhancements.callbacks.network.send({ type: 'network.lost' }))
    await happen(() => enhancements.callbacks.network.send({ type: 'network.restored' }))
  },
  'session.started': sendTo('readerEnhancements'),
  'session.ended': sendTo('readerEnhancements'),
  'xstate.done.actor.enableOfflinePages': settleCaching,
  'xstate.error.actor.enableOfflinePages': settleCaching,
  'xstate.after.offlinePagesDelay.readerEnhancements.idle': ({ wait }) => wait(2_000),
}

afterEach(cleanup)

test.each(namedPaths(paths))('%s', async (_, path) => {
  const app = openApp('/', { payload, input: { hub }, inspect: coverage.inspect })
  await walkPath(app, app.appRef.system.get('readerEnhancements'), path, gestures)
  const isForgotten = path.effects.includes('clearOfflinePages')
  expect(app.enhancements.actions.includes('forget visited')).toBe(isForgotten)
  // The progress bar belongs to page loads only.
  expect(screen.queryAllByRole('progressbar')).toEqual([])
})

coverage.expectAll()
