import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createActor, setup } from 'xstate'
import { eventSenderMachine } from '#machines/admin/event-sender.ts'
import { machineViewerMachine } from '#machines/admin/machine-viewer.ts'
import { EventSender } from '#src/admin/machines/EventSender.tsx'
import { recordingOf } from '#src/app/effects/admin/recorder.ts'
import { AppProvider } from '#src/app/shell/app-context.tsx'
import { watchSystem } from '../../../charts/live/watch-system.ts'
import { liveStateOf } from '../../../charts/live/live-state.ts'
import { modelOf } from '../../../charts/model/model-of.ts'
import { controlledCallback, controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pagePayload } from '../../support/content/page-payload.ts'
import { startApp } from '../../support/machines/app-actors.ts'
import { cover } from '../../support/machines/coverage.ts'

const coverage = cover(eventSenderMachine)
afterEach(cleanup)

/** It counts what it is sent. */
const box = setup({
  types: {} as { events: { type: 'opened'; by?: string } | { type: 'emptied' } },
  actions: { open: () => {}, deleteAll: () => {} },
}).createMachine({
  id: 'box',
  on: { opened: { actions: 'open' }, emptied: { actions: 'deleteAll' } },
})

const openSender = () => {
  const payload = pagePayload([], { path: '/blog' })
  const { appRef } = startApp('/blog', { payload, inspect: coverage.inspect })
  const { recorder } = recordingOf(appRef)
  const received: object[] = []
  const boxRef = createActor(
    box.provide({
      actions: {
        open: ({ event }) => received.push(event),
        deleteAll: ({ event }) => received.push(event),
      },
    }),
    { parent: appRef, id: 'box' },
  ).start()
  const watch = watchSystem({ root: boxRef, recorder, onChange: () => {} })
  const watching = controlledCallback<never, { window: string | null }>()
  const viewerRef = createActor(
    machineViewerMachine.provide({
      actors: {
        watchSystem: watching.logic as never,
        drawChart: controlledPromise<never, never>().logic as never,
      },
    }),
    { input: { path: null, search: '?machine=box' }, parent: appRef },
  ).start()
  viewerRef.send({ type: 'system.changed', ...watch.take() })
  const model = modelOf(box)
  render(
    <AppProvider value={appRef}>
      <EventSender
        viewerRef={viewerRef}
        model={model}
        live={liveStateOf(boxRef.getSnapshot(), model)}
      />
    </AppProvider>,
  )
  return { received, boxRef }
}

const sender = () => within(screen.getByRole('region', { name: 'Send an event' }))
const press = (name: string) =>
  act(async () => fireEvent.click(sender().getByRole('button', { name })))
const choose = (type: string) =>
  fireEvent.change(sender().getByLabelText('Event'), { target: { value: type } })

test('sends what is written', async () => {
  const { received } = openSender()
  const options = within(sender().getByLabelText('Event')).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual(['opened', 'emptied'])
  fireEvent.change(sender().getByLabelText('As JSON'), {
    target: { value: '{"type":"opened","by":"me"}' },
  })
  await press('Send')
  expect(received).toEqual([{ type: 'opened', by: 'me' }])
})

test('asks before an event that might destroy something', async () => {
  const { received } = openSender()
  choose('emptied')
  await press('Send')
  const question = within(sender().getByRole('alertdialog', { name: 'Send this event?' }))
  expect(question.getByText('It runs deleteAll.')).toBeDefined()
  expect(document.activeElement).toBe(question.getByRole('button', { name: 'Cancel' }))
  await press('Cancel')
  expect(document.activeElement).toBe(sender().getByRole('button', { name: 'Send' }))
  expect(received).toEqual([])
  await press('Send')
  await press('Send it')
  expect(received).toEqual([{ type: 'emptied' }])
  expect(sender().queryByRole('alertdialog')).toBeNull()
})

test('says why an event is not sent', async () => {
  const { received } = openSender()
  fireEvent.change(sender().getByLabelText('As JSON'), { target: { value: 'opened' } })
  await press('Send')
  expect(sender().getByText(/^An event is written as JSON/)).toBeDefined()
  expect(received).toEqual([])
})

coverage.expectAll()
