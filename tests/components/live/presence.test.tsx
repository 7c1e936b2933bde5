import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import type { Intent } from '#content/change/types.ts'
import type { Presence } from '#content/presence/presence.ts'
import { presenceMachine, selectPresences } from '#machines/live/presence.ts'
import type { ContentApi } from '#src/api/content-api.ts'
import { receiveFromHub } from '../../support/app.tsx'
import { admin } from '../../support/content/sample-resources.ts'
import {
  type EditorGestures,
  type OpenEditor,
  findSession,
  hub,
  manager,
  openEditor,
  reachServer,
  sampleDraft,
  sampleTitle,
  stageTitle,
  title,
  typeInto,
  walkEditor,
} from '../../support/editor.tsx'
import { cover } from '../../support/machines/coverage.ts'
import { coveringPaths, namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(presenceMachine)

const setHidden = (isHidden: boolean) => {
  Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}
afterEach(() => {
  cleanup()
  setHidden(false)
})

const presence = (username: string, more: Partial<Presence> = {}): Presence => ({
  '@id': `/_/presences/${username}`,
  user: `/users/${username}`,
  username,
  path: '/',
  isTyping: false,
  ...more,
})
const eve = presence('eve', { resource: sampleTitle['@id'] })
const error = new Failure('offline')

const paths = coveringPaths(
  pathsOf(presenceMachine, {
    input: undefined,
    events: [
      { type: 'location.committed' },
      { type: 'selection.changed', iri: sampleTitle['@id'] },
      { type: 'selection.moved', iri: sampleTitle['@id'] },
      { type: 'text.typed' },
      { type: 'tab.hidden' },
      { type: 'tab.shown' },
      { type: 'message.received', id: '1', data: { ...eve } },
      { type: 'connection.opened' },
      { type: 'session.renewed' },
      { type: 'xstate.done.actor.announcePresence', output: [eve] },
      { type: 'xstate.done.actor.announcePresence', output: null },
      { type: 'xstate.error.actor.announcePresence', error },
    ],
    distinguishBy: ({ failures }) => Math.min(failures, 1),
  }),
)

const deletion: Intent = { kind: 'delete', iri: sampleTitle['@id'] }

/** Finds out by a refused change that the session has been renewed in another window. */
const renewSession = async (editor: OpenEditor) => {
  const { happen, puppets, changeQueueRef } = editor
  await happen(() =>
    changeQueueRef.send({ type: 'change.requested', id: '1', intent: deletion, conflictKeys: [] }),
  )
  await happen(() =>
    puppets.prepareChange.settle({
      type: 'xstate.error.actor.prepareChange',
      error: failureFromStatus(401),
    }),
  )
  await findSession(editor, admin)
}

/** Gives up the added resource. */
const discardNew = async ({ press, happen, puppets }: OpenEditor) => {
  await press('Discard')
  await happen(() =>
    puppets.stagedResource.confirm.settle({ type: 'xstate.done.actor.confirm', output: true }),
  )
}

/** Adds a title and gives it up, which selects the one before it. */
const moveSelection = async (editor: OpenEditor) => {
  await stageTitle(editor)
  await discardNew(editor)
}

const settle: EditorGestures[string] = ({ happen, puppets }, event) =>
  happen(() => puppets.announcePresence.settle(event))
const pass =
  (ms: number): EditorGestures[string] =>
  ({ wait }) =>
    wait(ms)

const gestures: EditorGestures = {
  'location.committed': ({ pop }) => pop('/#part'),
  'selection.changed': ({ user }) => user.click(title()),
  'selection.moved': moveSelection,
  'text.typed': ({ happen }) => happen(() => typeInto(title(), 'Mine')),
  'tab.hidden': ({ happen }) => happen(() => setHidden(true)),
  'tab.shown': ({ happen }) => happen(() => setHidden(false)),
  'message.received': receiveFromHub,
  'connection.opened': reachServer,
  'session.renewed': renewSession,
  'xstate.done.actor.announcePresence': settle,
  'xstate.error.actor.announcePresence': settle,
  'xstate.after.debounce.presence.sharing.debouncing': pass(300),
  'xstate.after.heartbeat.presence.sharing.announced': pass(10_000),
  'xstate.after.typingPause.presence.typing.active': pass(10_000),
  'xstate.after.retryDelay.presence.sharing.failed': pass(10_000),
}

const colleagues = () => screen.queryByRole('button', { name: /^Also editing: / })

const openUnconnected = () => openEditor({ hub, inspect: coverage.inspect })

/** Enters edit mode while the hub is connected, so that its messages are received from the beginning. */
const openConnected = async () => {
  const editor = await openUnconnected()
  await reachServer(editor)
  await editor.press('Done')
  await editor.press('Edit')
  return editor
}

// A pause of ten seconds ends after what is announced within a second.
const possiblePaths = paths.filter(
  ({ next, events }) =>
    !next.matches({ sharing: 'debouncing' }) ||
    !events.some(({ type }) => type.startsWith('xstate.after.typingPause')),
)

test.each(namedPaths(possiblePaths))('%s', async (_, path) => {
  const isToldOf = path.events.some(({ type }) => type === 'message.received')
  const editor = isToldOf ? await openConnected() : await openUnconnected()
  const { presence: presenceRef } = editor.editModeRef.getSnapshot().children
  await walkEditor(editor, presenceRef!, path, gestures)
  const isAlone = selectPresences(path.next).length === 0
  expect(colleagues()?.textContent).toBe(isAlone ? undefined : 'E')
})

/** Opens the editor with others in it. */
const openWith = async (presences: readonly Presence[], options: { path?: string } = {}) => {
  const editor = await openEditor({ hub, inspect: coverage.inspect, ...options })
  await editor.wait(300)
  await editor.happen(() =>
    editor.puppets.announcePresence.settle({
      type: 'xstate.done.actor.announcePresence',
      output: presences,
    }),
  )
  return editor
}

test('the bar says who is here and where, and a press selects what they have selected', async () => {
  const { user, press } = await openWith([
    { ...eve, isTyping: true },
    presence('ben', { path: '/about' }),
    presence('cleo', { path: '/_cwa/%2F_%2Fpages%2F1' }),
    presence('dora', { pageTitle: 'Home' }),
    presence('ada', { user: admin['@id'] }),
    presence('fay', { path: '/news', pageTitle: 'What is new' }),
  ])
  const names = 'Also editing: ben, cleo, dora, eve, fay'
  expect(colleagues()?.getAttribute('aria-label')).toBe(names)
  expect(colleagues()?.title).toBe(names)
  expect(colleagues()?.textContent).toBe('BCD+2')
  await press(names)
  const items = screen.getAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'BbenOn /about',
    'CcleoOn another page',
    'DdoraOn this page',
    'EeveEditing Title “Curtain”',
    'FfayOn “What is new”',
  ])
  await user.click(items[3]!)
  expect(within(manager()).getByText('eve is editing this.').role).toBe('status')
  expect(title().closest('[aria-current="true"]')).not.toBeNull()
  expect(document.activeElement).toBe(manager())
})

test('a press on somebody elsewhere opens their page', async () => {
  const editor = await openWith([presence('eve', { path: '/about' })])
  await editor.press('Also editing: eve')
  await editor.user.click(screen.getByRole('menuitem', { name: /eve/ }))
  expect(editor.location().path).toBe('/about')
})

const outlines = () =>
  [...document.querySelectorAll('[data-highlight="colleague"]')].map(
    ({ textContent }) => textContent,
  )

test('an outline on the page has the name of who has selected it, until they leave', async () => {
  const editor = await openWith([presence('eve', { resource: sampleDraft.publishedResource! })])
  expect(outlines()).toEqual(['eve'])
  await reachServer(editor)
  await receiveFromHub(editor, {
    type: 'message.received',
    id: '',
    data: { '@id': '/_/presences/eve' },
  })
  expect(outlines()).toEqual([])
  expect(colleagues()).toBeNull()
})

test('what is selected here is not outlined twice: the panel says who is here, too', async () => {
  const editor = await openWith([eve, presence('ben', { resource: sampleTitle['@id'] })])
  await editor.user.click(title())
  expect(outlines()).toEqual([])
  const notice = within(manager()).getByText('ben and eve have selected this, too.')
  await reachServer(editor)
  const data = { ...eve, isTyping: true }
  await receiveFromHub(editor, { type: 'message.received', id: '', data })
  expect(notice.textContent).toBe('eve is editing this.')
})

test('says for ten seconds after the last key that something is typed', async () => {
  const editor = await openWith([])
  const { presence: presenceRef } = editor.editModeRef.getSnapshot().children
  await editor.user.click(title())
  await editor.happen(() => typeInto(title(), 'Mine'))
  expect(presenceRef?.getSnapshot().context.here.isTyping).toBe(true)
  await editor.wait(10_000)
  expect(presenceRef?.getSnapshot().context.here.isTyping).toBe(false)
})

test('nobody is shown any more once two announcements have failed', async () => {
  const { happen, wait, puppets } = await openWith([eve])
  const fail = () =>
    happen(() =>
      puppets.announcePresence.settle({ type: 'xstate.error.actor.announcePresence', error }),
    )
  await wait(10_000)
  await fail()
  expect(colleagues()).not.toBeNull()
  await wait(10_000)
  await fail()
  expect(colleagues()).toBeNull()
})

/** A client that answers an announcement with nobody, and adds each request to a list. */
const recordRequests = () => {
  const requests: unknown[] = []
  const client: Pick<ContentApi['client'], 'get' | 'send'> = {
    get: async () => ({ body: { presence: '/_/presences' }, etag: undefined }),
    send: async (method, url, body, options) => {
      requests.push([method, url, body, options?.headers])
      return { body: { member: [] }, etag: undefined }
    },
  }
  return { requests, client }
}

test('tells the API the live version of what is selected, and leaves when editing ends', async () => {
  const { requests, client } = recordRequests()
  const editor = await openEditor({ savesByQueue: true, client })
  await editor.wait(300)
  await editor.user.click(screen.getByText('Coda, rewritten'))
  await editor.wait(300)
  await stageTitle(editor)
  await editor.wait(300)
  await editor.press('Discard')
  await editor.press('Ok')
  await editor.press('Done')
  const url = expect.stringMatching(/^\/_\/presences\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
  const account = { account: admin['@id'] }
  const live = sampleDraft.publishedResource
  await vi.waitFor(() => expect(requests).toHaveLength(4))
  expect(requests).toEqual([
    ['PUT', url, { path: '/', isTyping: false }, account],
    ['PUT', url, { path: '/', isTyping: false, resource: live }, account],
    ['PUT', url, { path: '/', isTyping: false }, account],
    ['DELETE', url, undefined, account],
  ])
  expect(new Set(requests.map((request) => (request as unknown[])[1])).size).toBe(1)
})

coverage.expectAll()
