import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Component } from '#content/model/resource.ts'
import { scheduleFormMachine } from '#machines/editing/schedule-form.ts'
import {
  type OpenEditor,
  manager,
  openEditor,
  sampleDraft,
  scheduleDraft,
  scheduledTime,
  settleRun,
} from '../../support/editor.tsx'
import { cover } from '../../support/machines/coverage.ts'

const coverage = cover(scheduleFormMachine)
afterEach(cleanup)

const { '@id': iri } = sampleDraft
const publishedAt = new Date(scheduledTime).toISOString()
const intents = ({ puppets }: OpenEditor) =>
  puppets.changeRun.calls.map(({ input: { job } }) => job.kind === 'apply' && job.intent)

test('a draft is scheduled for a local time, which is stored in UTC and shown', async () => {
  const editor = await openEditor({ controlsChangeRuns: true, inspect: coverage.inspect })
  await scheduleDraft(editor)
  expect(intents(editor)).toEqual([{ kind: 'schedule', iri, publishedAt }])
  const scheduled: Component = { ...sampleDraft, publishedAt }
  await editor.happen(() => editor.cache.save([{ resource: scheduled }]))
  await settleRun(editor, { result: { resource: scheduled } })
  const shown = within(manager()).getByText(/^Scheduled for/)
  expect(shown.querySelector('time')?.getAttribute('datetime')).toBe(publishedAt)
  // The badge of the selected component has no room for the time.
  expect(within(manager()).getByText('Scheduled')).toBeTruthy()
  await editor.press('Cancel schedule')
  expect(intents(editor)[1]).toEqual({ kind: 'schedule', iri, publishedAt: null })
})

test.each(['', '2001-01-01T00:00'])('the time %o is refused, and asked for again', async (time) => {
  const editor = await openEditor({ controlsChangeRuns: true, inspect: coverage.inspect })
  await scheduleDraft(editor, time)
  const field = screen.getByLabelText('Publish at')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Choose a date and time in the future.')).toBeTruthy()
  expect(document.activeElement).toBe(field)
  expect(intents(editor)).toEqual([])
})

test('a time that was refused is so no more once another one is submitted', async () => {
  const editor = await openEditor({ controlsChangeRuns: true, inspect: coverage.inspect })
  await scheduleDraft(editor, '')
  const field = screen.getByLabelText('Publish at')
  fireEvent.change(field, { target: { value: scheduledTime } })
  await editor.press('Schedule')
  expect(field.getAttribute('aria-invalid')).toBeNull()
  expect(intents(editor)).toEqual([{ kind: 'schedule', iri, publishedAt }])
})

coverage.expectAll()
