import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Component } from '#content/model/resource.ts'
import { publicationEndFormMachine } from '#machines/editing/publication-end-form.ts'
import {
  type OpenEditor,
  manager,
  openEditor,
  sampleTitle,
  scheduledTime,
  settleRun,
  title,
} from '../../support/editor.tsx'
import { cover } from '../../support/machines/coverage.ts'

const coverage = cover(publicationEndFormMachine)
afterEach(cleanup)

const { '@id': iri } = sampleTitle
const publishedUntil = new Date(scheduledTime).toISOString()
const intents = ({ puppets }: OpenEditor) =>
  puppets.changeRun.calls.map(({ input: { job } }) => job.kind === 'apply' && job.intent)
const endField = () => screen.queryByLabelText('Published until')

/** Opens the Publish tab of a live title. `knows`: whether the API ends publications, or cannot be asked. */
const open = async (knows: boolean | null = true) => {
  const editor = await openEditor({
    controlsChangeRuns: true,
    inspect: coverage.inspect,
    ...(knows !== null && { resources: {}, isEmbedded: knows }),
  })
  await editor.user.click(title())
  await editor.user.click(screen.getByRole('tab', { name: 'Publish' }))
  return editor
}

const setEnd = async ({ press }: OpenEditor, time: string) => {
  fireEvent.change(await screen.findByLabelText('Published until'), { target: { value: time } })
  await press('Set end')
}

test('the end is set for a local time, which is stored in UTC and shown, and removed', async () => {
  const editor = await open()
  await setEnd(editor, scheduledTime)
  expect(intents(editor)).toEqual([{ kind: 'schedule', iri, publishedUntil }])
  const ending: Component = { ...sampleTitle, publishedUntil }
  await editor.happen(() => editor.cache.save([{ resource: ending }]))
  await settleRun(editor, { result: { resource: ending } })
  const shown = within(manager()).getByRole('heading', { name: /^Live until/ })
  expect(shown.querySelector('time')?.getAttribute('datetime')).toBe(publishedUntil)
  // The badge of the selected component has no room for the time.
  expect(within(manager()).getByText('Live until May 1')).toBeTruthy()
  await editor.press('Remove end')
  expect(intents(editor)[1]).toEqual({ kind: 'schedule', iri, publishedUntil: null })
})

test.each(['', '2001-01-01T00:00'])('the time %o is refused, and asked for again', async (time) => {
  const editor = await open()
  await setEnd(editor, time)
  expect(endField()?.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(endField())
  expect(intents(editor)).toEqual([])
  await setEnd(editor, scheduledTime)
  expect(intents(editor)).toEqual([{ kind: 'schedule', iri, publishedUntil }])
})

test.each([false, null])('is absent where the API does not know it (%s)', async (knows) => {
  await open(knows)
  expect(endField()).toBeNull()
})

coverage.expectAll()
