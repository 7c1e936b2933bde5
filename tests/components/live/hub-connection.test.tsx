import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { hubConnectionMachine } from '#machines/live/hub-connection.ts'
import {
  type Gestures,
  receiveFromHub,
  openApp,
  restoreNetwork,
  settlePage,
  signIn,
  signOut,
  walkPath,
} from '../../support/app.tsx'
import { openEditor, signInAgain } from '../../support/editor.tsx'
import { cover } from '../../support/machines/coverage.ts'
import { component, pagePayload } from '../../support/content/page-payload.ts'
import { admin, reader } from '../../support/content/sample-resources.ts'
import { namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(hubConnectionMachine)
const title = component('Title', 'hello', { title: 'Hello' })
const payload = pagePayload([title])
const hub = 'https://example.org/.well-known/mercure'

const paths = [hub, null].flatMap((hubUrl) =>
  pathsOf(hubConnectionMachine, {
    input: { hub: hubUrl, lastEventId: null },
    events: [
      { type: 'hub.discovered', url: hub },
      { type: 'session.started' },
      { type: 'session.ended' },
      { type: 'network.restored' },
      { type: 'connection.opened' },
      { type: 'connection.lost' },
      { type: 'message.received', id: '1', data: title },
    ],
  }),
)

const gestures: Gestures = {
  'hub.discovered': ({ happen, discoverHub }, { url }: { url: string }) =>
    happen(() => discoverHub(url)),
  'session.started': async (app) => {
    await signIn(app, admin)
    await settlePage(app, payload)
  },
  'session.ended': signOut,
  'network.restored': restoreNetwork,
  'connection.opened': receiveFromHub,
  'connection.lost': receiveFromHub,
  'message.received': receiveFromHub,
  'xstate.after.retryDelay.hubConnection.retrying': ({ wait }) => wait(1_000),
}

afterEach(cleanup)

test.each(namedPaths(paths))('%s', async (_, path) => {
  const app = openApp('/', {
    payload,
    input: { hub: path.input.hub, user: reader },
    inspect: coverage.inspect,
  })
  await walkPath(app, app.appRef.system.get('hubConnection'), path, gestures)
  const isListening = ['connecting', 'open'].includes(path.next.value)
  expect(app.hub.listenerCount()).toBe(isListening ? 1 : 0)
  // The page stays readable in every connection state.
  expect(screen.getByRole('heading').textContent).toBe('Hello')
})

test('signing in again while editing connects with the new session', async () => {
  const editor = await openEditor({ hub, inspect: coverage.inspect })
  await receiveFromHub(editor, { type: 'connection.opened' })
  await signInAgain(editor)
  expect(editor.hub.inputs).toHaveLength(2)
})

coverage.expectAll()
