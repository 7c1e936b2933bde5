import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { canInstall, installPromptMachine } from '#machines/app/install-prompt.ts'
import { type Gestures, type OpenApp, openApp, walkPath } from '../../support/app.tsx'
import { cover } from '../../support/machines/coverage.ts'
import { component, pagePayload } from '../../support/content/page-payload.ts'
import { startFailuresIn } from '../../support/machines/enhancements.ts'
import { type Answer, namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(installPromptMachine)
const payload = pagePayload([component('Title', 'hello', { title: 'Hello' })])

const prompt = () => Promise.resolve()
const watcherFailed = 'xstate.error.actor.watchInstallPrompt'

const paths = pathsOf(installPromptMachine, {
  input: undefined,
  events: [
    { type: 'install.offered', prompt },
    { type: 'install.completed' },
    { type: 'install.requested' },
    { type: 'install.dismissed' },
    { type: 'xstate.done.actor.showInstallPrompt' },
    { type: 'xstate.error.actor.showInstallPrompt', error: new Error('asked already') },
    { type: watcherFailed, error: new Error('no storage') },
  ],
}).filter(({ events }) => events.findIndex(({ type }) => type === watcherFailed) <= 0)

const settlePrompt = ({ happen, enhancements }: OpenApp, event: Answer) =>
  happen(() => enhancements.effects.showInstallPrompt.settle(event))

const gestures: Gestures = {
  'install.offered': ({ happen, enhancements }, event) =>
    happen(() => enhancements.callbacks.install.send(event)),
  'install.completed': ({ happen, enhancements }, event) =>
    happen(() => enhancements.callbacks.install.send(event)),
  'install.requested': ({ press }) => press('Install'),
  'install.dismissed': ({ press }) => press('Don’t ask again'),
  'xstate.done.actor.showInstallPrompt': settlePrompt,
  'xstate.error.actor.showInstallPrompt': settlePrompt,
  // The effect fails when it is started.
  [watcherFailed]: () => {},
}

afterEach(cleanup)

test.each(namedPaths(paths))('%s', async (_, path) => {
  const app = openApp('/', {
    payload,
    failures: startFailuresIn(path),
    inspect: coverage.inspect,
  })
  await walkPath(app, app.appRef.system.get('installPrompt'), path, gestures)
  expect(screen.queryAllByRole('region', { name: 'Install' })).toHaveLength(
    canInstall(path.next) ? 1 : 0,
  )
  const isRefused = path.events.some(({ type }) => type === 'install.dismissed')
  expect(app.enhancements.actions).toEqual(isRefused ? ['keep refusal'] : [])
})

coverage.expectAll()
