import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type AnyEventObject, createActor } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import { formTestMachine, selectFailure } from '#machines/editing/form-test.ts'
import { FormSubmissionsWithActor } from '#src/editor/fields/FormSubmissions.tsx'
import { cover } from '../../support/machines/coverage.ts'
import {
  type Answer,
  controlledPromise,
  coveringPaths,
  namedPaths,
  pathsOf,
} from '../../support/machines/paths.ts'

const coverage = cover(formTestMachine)
afterEach(cleanup)

const form = '/component/forms/1'

const openTest = () => {
  const sending = controlledPromise<void, { form: Iri }>()
  const formTestRef = createActor(
    formTestMachine.provide({ actors: { sendTest: sending.logic } }),
    { input: { form }, inspect: coverage.inspect },
  ).start()
  const sent: AnyEventObject[] = []
  const editModeRef = { send: (event: AnyEventObject) => void sent.push(event) }
  render(<FormSubmissionsWithActor {...{ form, formTestRef, editModeRef }} />)
  return { formTestRef, sending, sent }
}

const paths = coveringPaths(
  pathsOf(formTestMachine, {
    input: { form },
    events: [
      { type: 'test.requested' },
      { type: 'xstate.done.actor.sendTest' },
      { type: 'xstate.error.actor.sendTest', error: new Failure('offline') },
    ],
  }),
)

test.each(namedPaths(paths))('%s', async (_, { events, next }) => {
  const { formTestRef, sending } = openTest()
  for (const event of events)
    await act(async () => {
      if (event.type === 'test.requested')
        fireEvent.click(screen.getByRole('button', { name: 'Send a test' }))
      else sending.settle(event as Answer)
    })
  expect(formTestRef.getSnapshot().value).toEqual(next.value)
  expect(screen.getByRole('button').getAttribute('aria-busy')).toBe(
    next.matches('sending') ? 'true' : null,
  )
  expect(screen.getByRole('status').textContent).toBe(
    next.matches('sent') ? 'Sent, with sample values and marked as a test.' : '',
  )
  expect(screen.queryByRole('alert') !== null).toBe(selectFailure(next) !== null)
})

test('leads to the submissions of the form, once all edits are saved', () => {
  const { sent } = openTest()
  const link = screen.getByRole('link', { name: 'What was sent' })
  const href = '/_cwa/submissions?form=%2Fcomponent%2Fforms%2F1'
  expect(link.getAttribute('href')).toBe(href)
  fireEvent.click(link, { ctrlKey: true })
  expect(sent).toEqual([])
  fireEvent.click(link)
  expect(sent).toEqual([{ type: 'open.requested', href }])
})

coverage.expectAll()
