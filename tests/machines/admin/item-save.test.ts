import { expect, test } from 'vitest'
import type { ItemForm } from '#content/admin/item-form.ts'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import { itemSaveMachine } from '#machines/admin/item-save.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const fields: ItemForm['fields'] = [
  { name: 'reference', label: 'Name', format: 'text' },
  { name: 'title', label: 'Title', format: 'text' },
]
const formWith = (etag: string, properties: object): ItemForm => ({
  fields,
  version: {
    resource: {
      '@id': '/_/pages/1',
      '@type': 'Page',
      ...properties,
      _metadata: { persisted: true },
    },
    etag,
  },
})
const form = formWith('"1"', { reference: 'home', title: 'Home' })
const input = {
  path: '/_cwa/pages/%2F_%2Fpages%2F1',
  form,
  draft: { reference: 'mine' },
}
const theirReference = formWith('"2"', { reference: 'theirs', title: 'Home' })
const theirTitle = formWith('"2"', { reference: 'home', title: 'Start' })

const paths = pathsOf(itemSaveMachine, {
  input,
  events: [
    {
      type: 'xstate.done.actor.sendItem',
      output: formWith('"3"', { reference: 'mine' }).version!,
    },
    { type: 'xstate.error.actor.sendItem', error: new Failure('offline') },
    { type: 'xstate.error.actor.sendItem', error: new Failure('conflict') },
    { type: 'xstate.error.actor.sendItem', error: failureFromStatus(401) },
    { type: 'xstate.done.actor.readTheirs', output: theirReference },
    { type: 'xstate.done.actor.readTheirs', output: theirTitle },
    { type: 'xstate.done.actor.readTheirs', output: formWith('"4"', { reference: 'mine' }) },
    { type: 'xstate.error.actor.readTheirs', error: new Failure('offline') },
    { type: 'xstate.done.actor.renewSession', output: 'renewed' },
    { type: 'xstate.done.actor.renewSession', output: 'declined' },
    { type: 'xstate.error.actor.renewSession', error: new Failure('unexpected') },
  ],
  distinguishBy: ({ form: { version }, draft, failure }) => [version?.etag, draft, failure?.kind],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → sending",
      "sending | sendItem done → ended {draft, failure, form, isSaved}",
      "sending | sendItem failed → ended {failure}",
      "sending | sendItem failed [isOutdated] → comparing",
      "sending | sendItem failed [canRenew] → renewing {failure}",
      "comparing | readTheirs done [hasConflicts] → ended {failure, form}",
      "comparing | readTheirs done [hasChanges] → sending {failure, form}",
      "comparing | readTheirs done → ended {failure, form}",
      "comparing | readTheirs failed → ended {failure}",
      "renewing | renewSession done [isRenewed] → sending",
      "renewing | renewSession done → ended",
      "renewing | renewSession failed → ended",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(itemSaveMachine, paths)).toEqual([])
  expect(untakenTransitions(itemSaveMachine, paths)).toEqual([])
})

test('never counts as saved without the answer of the API, and loses nothing that is not', () => {
  const ended = paths.filter(({ next }) => next.status === 'done')
  expect(ended.length).toBeGreaterThan(3)
  for (const { next, events } of ended) {
    const last = events.at(-1)!
    expect(next.output!.isSaved).toBe(last.type === 'xstate.done.actor.sendItem')
    if (!next.output!.isSaved) expect(next.output!.draft).toEqual(input.draft)
  }
})
