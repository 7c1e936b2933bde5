import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { Failure } from '#content/failure.ts'
import { type ErrorPageEmitted, errorPageMachine, selectFailure } from '#machines/error-page.ts'
import { pathsOf, tableOf, uncrossed, unreachable } from '../support/paths.ts'

const failure = new Failure('notFound')

const paths = [{ failure: null }, { failure }].flatMap((input) =>
  pathsOf(errorPageMachine, {
    input,
    events: [
      { type: 'page.failed', failure },
      { type: 'page.settled' },
      { type: 'page.left' },
      { type: 'home.requested' },
    ],
  }),
)

test('does exactly this', () => {
  expect(tableOf(paths)).toMatchInlineSnapshot(`
    [
      "start → hidden",
      "hidden | page.failed → shown",
      "shown | page.failed → shown",
      "shown | page.settled → hidden",
      "shown | page.left → hidden",
      "shown | home.requested → shown (says home.wanted)",
      "start → shown",
    ]
  `)
})

test('rests in every state and crosses every transition', () => {
  expect(unreachable(errorPageMachine, paths)).toEqual([])
  expect(uncrossed(errorPageMachine, paths)).toEqual([])
})

test('shows what the server could not show already', () => {
  const ref = createActor(errorPageMachine, { input: { failure } }).start()
  expect(selectFailure(ref.getSnapshot())).toBe(failure)
})

test('stays until another page has come', () => {
  const ref = createActor(errorPageMachine, { input: { failure } }).start()
  const told: ErrorPageEmitted[] = []
  ref.on('*', (event) => told.push(event))
  ref.send({ type: 'home.requested' })
  expect(selectFailure(ref.getSnapshot())).toBe(failure)
  expect(told).toEqual([{ type: 'home.wanted' }])
  ref.send({ type: 'page.settled' })
  expect(selectFailure(ref.getSnapshot())).toBeNull()
})

test('says the newest failure', () => {
  const ref = createActor(errorPageMachine, { input: { failure } }).start()
  const newer = new Failure('offline')
  ref.send({ type: 'page.failed', failure: newer })
  expect(selectFailure(ref.getSnapshot())).toBe(newer)
})
