import { expect, test } from 'vitest'
import { SimulatedClock, createActor } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import type { PendingAction } from '#machines/editing/pending-action-intent.ts'
import type { AppNotification } from '#machines/app/app-notification.ts'
import { notificationsMachine, selectNotifications } from '#machines/app/notifications.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const note = (key: string, heading = key): AppNotification => ({
  key,
  heading,
  tone: 'problem',
  messages: [],
})

const failure = new Failure('offline')

const paths = pathsOf(notificationsMachine, {
  input: undefined,
  events: [
    { type: 'signOut.failed', failure },
    { type: 'change.failed', intent: { kind: 'publish', iri: '/component/titles/1' }, failure },
    { type: 'undo.failed', direction: 'undo', isPartial: false, failure, given: [] },
    { type: 'history.exhausted', direction: 'undo' },
    { type: 'action.outdated', action: { type: 'undo.requested' } },
    { type: 'action.queued', action: null },
    { type: 'change.started', intent: { kind: 'publish', iri: '/component/titles/1' } },
    { type: 'signOut.requested' },
    ...['1', '2'].flatMap((key) => [
      { type: 'notification.added' as const, ...note(key) },
      { type: 'notification.dismissed' as const, key },
      { type: 'notification.paused' as const, key, by: 'pointer' as const },
      { type: 'notification.resumed' as const, key, by: 'pointer' as const },
      { type: 'notification.chosen' as const, key },
    ]),
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → empty",
      "notifications | signOut.failed → showing {notifications} (emits notification.shown)",
      "notifications | change.failed [isNotifiable] → showing {notifications} (emits notification.shown)",
      "notifications | undo.failed → showing {notifications} (emits notification.shown)",
      "notifications | history.exhausted → showing {notifications} (emits notification.shown)",
      "notifications | action.outdated → showing {notifications} (emits notification.shown)",
      "notifications | action.queued → showing {notifications} (emits notification.shown)",
      "notifications | notification.added → showing {notifications} (emits notification.shown)",
      "showing | signOut.requested [isVisible session, isOnly] → empty {notifications}",
      "showing | change.started [isVisible, isOnly] → empty {notifications}",
      "showing | notification.dismissed [isOnly] → empty {notifications}",
      "showing | notification.paused [isVisible] {holds}",
      "showing | notification.resumed [isVisible]",
      "showing | notification.chosen [isVisible, isOnly] → empty {notifications} (emits notification.accepted)",
      "showing | change.started [isVisible, isVisible] {notifications}",
      "showing | signOut.requested [isVisible session, isVisible] {notifications}",
      "showing | notification.dismissed [isVisible] {notifications}",
      "showing | notification.chosen [isVisible, isVisible] {notifications} (emits notification.accepted)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(notificationsMachine, paths)).toEqual([])
  expect(untakenTransitions(notificationsMachine, paths)).toEqual([])
})

const run = () => {
  const clock = new SimulatedClock()
  const ref = createActor(notificationsMachine, { clock }).start()
  const visibleHeadings = () => selectNotifications(ref.getSnapshot()).map(({ heading }) => heading)
  return {
    ref,
    clock,
    visibleHeadings,
    add: (...of: Parameters<typeof note>) =>
      ref.send({ type: 'notification.added', ...note(...of) }),
  }
}

test('removes each notification after its own six seconds', () => {
  const { clock, visibleHeadings, add } = run()
  add('1')
  clock.increment(3_000)
  add('2')
  clock.increment(2_999)
  expect(visibleHeadings()).toEqual(['1', '2'])
  clock.increment(1)
  expect(visibleHeadings()).toEqual(['2'])
  clock.increment(3_000)
  expect(visibleHeadings()).toEqual([])
})

test('restarts the time of a notification that is replaced', () => {
  const { clock, visibleHeadings, add } = run()
  add('1', 'Old')
  clock.increment(5_000)
  add('1', 'New')
  expect(visibleHeadings()).toEqual(['New'])
  clock.increment(5_999)
  expect(visibleHeadings()).toEqual(['New'])
  clock.increment(1)
  expect(visibleHeadings()).toEqual([])
})

test('pauses the time while a notification is read, then restarts it', () => {
  const { ref, clock, visibleHeadings, add } = run()
  add('1')
  ref.send({ type: 'notification.paused', key: '1', by: 'pointer' })
  clock.increment(60_000)
  expect(visibleHeadings()).toEqual(['1'])
  ref.send({ type: 'notification.resumed', key: '1', by: 'pointer' })
  clock.increment(6_000)
  expect(visibleHeadings()).toEqual([])
})

test('lets a notification stay for as long as it is hovered or focused, also when it is shown again', () => {
  const { ref, clock, visibleHeadings, add } = run()
  add('1')
  ref.send({ type: 'notification.paused', key: '1', by: 'pointer' })
  ref.send({ type: 'notification.paused', key: '1', by: 'focus' })
  ref.send({ type: 'notification.resumed', key: '1', by: 'pointer' })
  clock.increment(60_000)
  add('1', 'Again')
  clock.increment(60_000)
  expect(visibleHeadings()).toEqual(['Again'])
  ref.send({ type: 'notification.resumed', key: '1', by: 'focus' })
  clock.increment(6_000)
  expect(visibleHeadings()).toEqual([])
})

test.each([
  ['undo', false, 'Nothing was undone'],
  ['undo', true, 'Only partly undone'],
  ['redo', false, 'Nothing was redone'],
  ['redo', true, 'Only partly redone'],
] as const)('says what a failed %s has done (partly: %s)', (direction, isPartial, heading) => {
  const { ref, visibleHeadings } = run()
  ref.send({ type: 'undo.failed', direction, isPartial, failure, given: [] })
  expect(visibleHeadings()).toEqual([heading])
})

test('says in plain words that what was to be undone is deleted', () => {
  const { ref } = run()
  const gone = new Failure('notFound', { message: 'Not Found' })
  ref.send({ type: 'undo.failed', direction: 'undo', isPartial: false, failure: gone, given: [] })
  expect(selectNotifications(ref.getSnapshot())).toMatchObject([
    { heading: 'Nothing was undone', messages: ['What you had changed was deleted since then.'] },
  ])
})

test('an action that waits for the network takes the place of the failure', () => {
  const { ref, visibleHeadings } = run()
  ref.send({
    type: 'change.failed',
    intent: { kind: 'publish', iri: '/component/titles/1' },
    failure,
  })
  ref.send({
    type: 'action.queued',
    action: { type: 'publish.requested', iri: '/component/titles/1' },
  })
  expect(visibleHeadings()).toEqual(['Waiting for the network'])
})

test('keeps what is told of one resource when another one fails, and takes it back once it is tried again', () => {
  const { ref, visibleHeadings } = run()
  const publish = (iri: string) => ({ kind: 'publish', iri }) as const
  const intents = [publish('/component/titles/1'), publish('/component/titles/2')]
  for (const intent of [...intents, intents[0]!])
    ref.send({ type: 'change.failed', intent, failure })
  expect(visibleHeadings()).toEqual(['Not published', 'Not published'])
  ref.send({ type: 'change.started', intent: intents[0]! })
  expect(selectNotifications(ref.getSnapshot()).map(({ key }) => key)).toEqual([
    'change /component/titles/2',
  ])
})

test('takes back what is told of an undo and of signing out once these are tried again', () => {
  const { ref, visibleHeadings } = run()
  ref.send({ type: 'undo.failed', direction: 'undo', isPartial: false, failure, given: [] })
  ref.send({ type: 'signOut.failed', failure })
  expect(visibleHeadings()).toEqual(['Nothing was undone', 'You are still signed in'])
  ref.send({ type: 'change.started', intent: null })
  expect(visibleHeadings()).toEqual(['You are still signed in'])
  ref.send({ type: 'signOut.requested' })
  expect(visibleHeadings()).toEqual([])
})

test.each<[PendingAction, string]>([
  [{ type: 'publish.requested', iri: '/component/titles/1' }, 'Not published'],
  [{ type: 'undo.requested' }, 'Nothing was undone'],
])('says that %j was not carried out because of a later edit', (action, heading) => {
  const { ref, visibleHeadings } = run()
  ref.send({ type: 'action.outdated', action })
  expect(visibleHeadings()).toEqual([heading])
})

test('cancels the time of a dismissed notification', () => {
  const { ref, clock, visibleHeadings, add } = run()
  add('1')
  clock.increment(3_000)
  ref.send({ type: 'notification.dismissed', key: '1' })
  add('1', 'Again')
  clock.increment(5_999)
  expect(visibleHeadings()).toEqual(['Again'])
})
