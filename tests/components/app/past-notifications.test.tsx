import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useSelector } from '@xstate/react'
import { createActor } from 'xstate'
import { defaultSiteConfig } from '#content/model/site-config.ts'
import {
  type NotificationRecorded,
  type PastNotificationsRef,
  isOpen,
  pastNotificationsMachine,
  selectPast,
} from '#machines/app/past-notifications.ts'
import { NotificationsButton } from '#src/editor/bar/NotificationsButton.tsx'
import { PastNotificationsDialog } from '#src/editor/feedback/PastNotifications.tsx'
import { SiteConfigProvider } from '#src/views/hooks/use-site-config.ts'
import { pastNotifications, recorded } from '../../support/machines/admin-paths.ts'
import { cover } from '../../support/machines/coverage.ts'
import { controlledCallback } from '#charts/paths/controlled-effects.ts'
import { coveringPaths, namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(pastNotificationsMachine)
afterEach(cleanup)

const open = (failure?: Error) => {
  const watching = controlledCallback<NotificationRecorded>(failure)
  const ref = createActor(
    pastNotificationsMachine.provide({ actors: { watchNotifications: watching.logic } }),
    { inspect: coverage.inspect },
  ).start()
  render(
    <SiteConfigProvider value={defaultSiteConfig}>
      <List pastNotificationsRef={ref} />
    </SiteConfigProvider>,
  )
  const send = (run: () => void) => act(async () => run())
  return { ref, watching, send }
}

/** The button in the bar, and the list that it opens. */
function List({ pastNotificationsRef }: { pastNotificationsRef: PastNotificationsRef }) {
  return (
    <>
      <NotificationsButton pastNotificationsRef={pastNotificationsRef} />
      {useSelector(pastNotificationsRef, isOpen) ? (
        <PastNotificationsDialog pastNotificationsRef={pastNotificationsRef} />
      ) : null}
    </>
  )
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const gestures: Record<string, () => void> = {
  'list.requested': () => press('Notifications'),
  'list.dismissed': () => press('Close'),
  'past.cleared': () => press('Clear all'),
  'past.removed': () => press('Remove: You are still signed in'),
}

const paths = coveringPaths(pathsOf(pastNotificationsMachine, pastNotifications)).filter(
  // An empty list has nothing to be removed from.
  ({ events }) =>
    !events.some(({ type }) => type.startsWith('past.')) ||
    events.some(({ type }) => type === 'notification.recorded'),
)

test.each(namedPaths(paths))('%s', async (_, { events, next }) => {
  const failure = events.find(({ type }) => type.startsWith('xstate.error'))?.['error'] as Error
  const { ref, watching, send } = open(failure)
  for (const event of events) {
    if (event.type === 'notification.recorded') await send(() => watching.send(recorded))
    else if (gestures[event.type]) await send(gestures[event.type]!)
  }
  expect(ref.getSnapshot().value).toEqual(next.value)
  expect(screen.queryAllByRole('listitem')).toHaveLength(isOpen(next) ? selectPast(next).length : 0)
})

test('lists the latest first with kind, words and time, and keeps the focus when one is removed', async () => {
  const { watching, send } = open()
  await send(() => watching.send(recorded))
  const note = { ...recorded.notification, tone: 'info' as const, heading: 'Copied' }
  await send(() => watching.send({ ...recorded, notification: note }))
  await send(() => press('Notifications'))
  const rows = screen.getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Note, .*2026.*Copied/),
    expect.stringMatching(/^Problem, .*2026.*You are still signed in/),
  ])
  expect(rows[0]!.querySelector('time')?.dateTime).toBe('2026-11-28T09:30:00.000Z')
  await send(() => press('Remove: Copied'))
  expect(document.activeElement?.textContent).toBe('Close')
  await send(() => press('Clear all'))
  expect(screen.getByText(/^Nothing yet/)).toBeDefined()
})

test('says of an empty list that nothing was reported yet', async () => {
  const { send } = open()
  await send(() => press('Notifications'))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Close'])
})

coverage.expectAll()
