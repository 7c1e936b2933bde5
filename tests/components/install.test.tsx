import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { canInstall, installMachine } from '#machines/install.ts'
import { type Gestures, type OpenApp, openApp, walk } from '../support/app.tsx'
import { cover } from '../support/coverage.ts'
import { component, pageOf } from '../support/page.ts'
import { type Answer, named, pathsOf } from '../support/paths.ts'

const coverage = cover(installMachine)
const payload = pageOf([component('Title', 'hello', { title: 'Hello' })])

const paths = pathsOf(installMachine, {
  input: undefined,
  events: [
    { type: 'install.offered' },
    { type: 'install.done' },
    { type: 'install.requested' },
    { type: 'install.refused' },
    { type: 'xstate.done.actor.askInstall' },
    { type: 'xstate.error.actor.askInstall', error: new Error('asked already') },
    { type: 'xstate.error.actor.watchInstall', error: new Error('no storage') },
  ],
})

const answer = ({ happen, reading }: OpenApp, event: Answer) =>
  happen(() => reading.effects.askInstall.settle(event))

const gestures: Gestures = {
  'install.offered': ({ happen, reading }, event) => happen(() => reading.says.install.say(event)),
  'install.done': ({ happen, reading }, event) => happen(() => reading.says.install.say(event)),
  'install.requested': ({ press }) => press('Install'),
  'install.refused': ({ press }) => press('Don’t ask again'),
  'xstate.done.actor.askInstall': answer,
  'xstate.error.actor.askInstall': answer,
  'xstate.error.actor.watchInstall': ({ happen, appRef }, event) =>
    happen(() => appRef.system.get('install').send(event)),
}

afterEach(cleanup)

test.each(named(paths))('%s', async (_, path) => {
  const app = openApp('/', { payload, inspect: coverage.inspect })
  await walk(app, app.appRef.system.get('install'), path, gestures)
  expect(screen.queryAllByRole('region', { name: 'Install' })).toHaveLength(
    canInstall(path.next) ? 1 : 0,
  )
  const isRefused = path.events.some(({ type }) => type === 'install.refused')
  expect(app.reading.done).toEqual(isRefused ? ['keep refusal'] : [])
})

coverage.expectAll()
