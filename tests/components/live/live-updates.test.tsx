import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Change } from '#content/change/types.ts'
import { Failure } from '#content/model/failure.ts'
import type { Resource } from '#content/model/resource.ts'
import { locationOf } from '#content/navigation/location.ts'
import { hasUpdates, liveUpdatesMachine } from '#machines/live/live-updates.ts'
import { trackRequest } from '#src/app/effects/shared.ts'
import {
  type Gestures,
  type OpenApp,
  settlePage,
  settleEffect,
  receiveFromHub,
  openApp,
  sendTo,
  signIn,
  signOut,
  walkPath,
} from '../../support/app.tsx'
import {
  type OpenEditor,
  changeTitle,
  openEditor,
  requestDeletion,
  sampleTitle,
  settleRun,
  title as titleField,
} from '../../support/editor.tsx'
import { cover } from '../../support/machines/coverage.ts'
import { component, pagePayload } from '../../support/content/page-payload.ts'
import { admin, reader } from '../../support/content/sample-resources.ts'
import { coveringPaths, namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(liveUpdatesMachine)
const hub = 'https://example.org/.well-known/mercure'
const title = component('Title', 'hello', { title: 'Hello' })
const payload = pagePayload([title])
const next = pagePayload([component('Title', 'next', { title: 'Next' })], { path: '/next' })

const changed: Resource = { ...title, title: 'Changed' }
const staged = { iri: changed['@id'], item: { resource: changed } }
const message = { type: 'message.received' as const, id: '1', data: changed }

const paths = coveringPaths(
  pathsOf(liveUpdatesMachine, {
    input: { hub, lastEventId: null, page: payload.page },
    events: [
      { type: 'session.started' },
      { type: 'session.ended' },
      message,
      { type: 'requests.busy' },
      { type: 'requests.idle' },
      { type: 'page.requested', location: locationOf('/next') },
      { type: 'page.loaded', page: next.page! },
      { type: 'page.unloaded' },
      { type: 'change.saved', saved: { resource: changed } },
      { type: 'change.undone', saved: { resource: changed } },
      { type: 'change.redone', saved: { resource: changed } },
      { type: 'change.failed' },
      { type: 'undo.failed' },
      { type: 'resource.removed', iri: changed['@id'] },
      { type: 'update.requested' },
      { type: 'xstate.done.actor.prepareUpdate', output: [staged] },
      { type: 'xstate.done.actor.prepareUpdate', output: [{ ...staged, isInvisible: true }] },
      { type: 'xstate.error.actor.prepareUpdate', error: new Failure('offline') },
    ],
  }),
)

const answers: (() => void)[] = []

const gestures: Gestures = {
  'session.started': async (app) => {
    await signIn(app, admin)
    await settlePage(app, payload)
  },
  'session.ended': signOut,
  'message.received': async (app: OpenApp) => {
    await receiveFromHub(app, { type: 'connection.opened' })
    await receiveFromHub(app, message)
  },
  'requests.busy': ({ appRef, happen }) =>
    happen(() => {
      const request = new Promise<void>((resolve) => answers.push(resolve))
      trackRequest({ system: appRef.system, self: { sessionId: 'request' } }, request).catch(
        () => {},
      )
    }),
  'requests.idle': ({ happen }) => happen(() => answers.pop()!()),
  'page.requested': ({ pop }) => pop('/next'),
  'page.loaded': async (app) => {
    await app.pop('/next')
    await settlePage(app, next)
  },
  'page.unloaded': ({ pop }) => pop('/login'),
  // By the editor of this browser, in the test below.
  'change.saved': sendTo('liveUpdates'),
  'change.undone': sendTo('liveUpdates'),
  'change.redone': sendTo('liveUpdates'),
  'change.failed': sendTo('liveUpdates'),
  'undo.failed': sendTo('liveUpdates'),
  'resource.removed': sendTo('liveUpdates'),
  'update.requested': ({ press }) => press('Update'),
  'xstate.done.actor.prepareUpdate': settleEffect('prepareUpdate'),
  'xstate.error.actor.prepareUpdate': settleEffect('prepareUpdate'),
  'xstate.after.debounce.liveUpdates.queue.debouncing': ({ wait }) => wait(250),
  'xstate.after.minAgeToAbort.liveUpdates.queue.resolving.recent': ({ wait }) => wait(1_000),
  'xstate.after.retryDelay.liveUpdates.queue.backingOff': ({ wait }) => wait(5_000),
}

afterEach(() => {
  answers.length = 0
  cleanup()
})

test.each(namedPaths(paths))('%s', async (_, path) => {
  const app = openApp('/', {
    payload,
    input: { hub, user: reader },
    inspect: coverage.inspect,
  })
  await walkPath(app, app.appRef.system.get('liveUpdates'), path, gestures)
  await vi.waitFor(() =>
    expect(screen.queryAllByText('This page has changed')).toHaveLength(
      hasUpdates(path.next) ? 1 : 0,
    ),
  )
})

test('an update is applied only on request', async () => {
  const app = openApp('/', { payload, input: { hub }, inspect: coverage.inspect })
  await gestures['message.received']!(app, message as never)
  await app.wait(250)
  await settleEffect('prepareUpdate')(app, {
    type: 'xstate.done.actor.prepareUpdate',
    output: [staged],
  })
  const heading = screen.getByRole('heading')
  expect(heading.textContent).toBe('Hello')
  await app.press('Update')
  expect(heading.textContent).toBe('Changed')
  expect(screen.queryByText('This page has changed')).toBeNull()
})

describe('a change of this browser', () => {
  const iri = sampleTitle['@id']
  const remote: Resource = { ...sampleTitle, title: 'Theirs' }
  const mine: Resource = { ...sampleTitle, title: 'Mine' }
  const change: Change = {
    id: '1',
    intent: { kind: 'set', iri, property: 'title', value: 'Mine', undoGroup: '1' },
    steps: [],
    inverse: [{ method: 'PATCH', iri, body: { title: 'Curtain' } }],
    refetch: [],
  }
  const notices = () => screen.queryAllByText('This page has changed')
  /** The notifications of the editor, if they leave room for the notice. */
  const notesBelow = () => document.querySelector('[data-below-update]')

  /** Shows the notice of an update by another browser. */
  const receiveUpdate = async (editor: OpenEditor, id: string) => {
    await receiveFromHub(editor, { type: 'message.received', id, data: remote })
    await editor.wait(250)
    await settleEffect('prepareUpdate')(editor, {
      type: 'xstate.done.actor.prepareUpdate',
      output: [{ iri, item: { resource: remote } }],
    })
    expect(notices()).toHaveLength(1)
    expect(notesBelow()).not.toBeNull()
  }

  const open = async () => {
    const editor = await openEditor({ hub, controlsChangeRuns: true, inspect: coverage.inspect })
    await receiveFromHub(editor, { type: 'connection.opened' })
    return editor
  }

  test('outdates updates of the same resource, also when it is undone and redone', async () => {
    const editor = await open()
    await receiveUpdate(editor, '1')
    await changeTitle(editor, 'Mine')
    await settleRun(editor, { change, result: { resource: mine } })
    expect(notices()).toHaveLength(0)
    expect(notesBelow()).toBeNull()
    await receiveUpdate(editor, '2')
    await editor.press('Undo')
    await settleRun(editor, { change, result: { resource: sampleTitle } })
    expect(notices()).toHaveLength(0)
    await receiveUpdate(editor, '3')
    await editor.press('Redo')
    await settleRun(editor, { change, result: { resource: mine } })
    expect(notices()).toHaveLength(0)
  })

  /** Answers that all that was offered is shown by now. */
  const settleAsShown = async (editor: OpenEditor) => {
    await editor.wait(250)
    await settleEffect('prepareUpdate')(editor, {
      type: 'xstate.done.actor.prepareUpdate',
      output: [],
    })
  }

  test('that is refused takes back the offer of the version that is shown as theirs', async () => {
    const editor = await open()
    await receiveUpdate(editor, '1')
    await changeTitle(editor, 'Mine')
    await settleRun(editor, { failure: new Failure('conflict', { resource: remote }) })
    await settleAsShown(editor)
    expect(notices()).toHaveLength(0)
    await editor.press('Use theirs')
    expect(notices()).toHaveLength(0)
  })

  test('that cannot be undone has what is offered compared again', async () => {
    const editor = await open()
    await changeTitle(editor, 'Mine')
    await settleRun(editor, { change, result: { resource: mine } })
    await receiveUpdate(editor, '1')
    await editor.press('Undo')
    await settleRun(editor, { change, failure: new Failure('conflict', { resource: remote }) })
    await settleAsShown(editor)
    expect(notices()).toHaveLength(0)
  })

  test('outdates updates of a resource that it deletes', async () => {
    const editor = await open()
    await receiveUpdate(editor, '1')
    await editor.user.click(titleField())
    await requestDeletion(editor)
    await settleRun(editor, { removed: [iri] })
    expect(notices()).toHaveLength(0)
  })
})

coverage.expectAll()
