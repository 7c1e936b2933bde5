import { expect, test } from 'vitest'
import type { ItemForm } from '#content/admin/item-form.ts'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import { itemSaveMachine } from '#machines/admin/item-save.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '../../support/machines/paths.ts'
import { transitionTable } from '../../support/machines/transition-table.ts'

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
    { type: 'conflict.resolved', name: 'reference', keep: 'mine' },
    { type: 'conflict.resolved', name: 'reference', keep: 'theirs' },
    { type: 'changes.discarded' },
    {
      type: 'xstate.done.actor.sendItem',
      output: formWith('"3"', { reference: 'mine' }).version!,
    },
    { type: 'xstate.error.actor.sendItem', error: new Failure('offline') },
    { type: 'xstate.error.actor.sendItem', error: new Failure('conflict') },
    { type: 'xstate.error.actor.sendItem', error: failureFromStatus(401) },
    { type: 'xstate.done.actor.readTheirs', output: theirReference },
    { type: 'xstate.done.actor.readTheirs', output: theirTitle },
    { type: 'xstate.error.actor.readTheirs', error: new Failure('offline') },
    { type: 'xstate.done.actor.renewSession', output: 'renewed' },
    { type: 'xstate.done.actor.renewSession', output: 'declined' },
    { type: 'xstate.error.actor.renewSession', error: new Failure('unexpected') },
  ],
  distinguishBy: ({ form: { version }, draft, conflicts, failure }) => [
    version?.etag,
    draft,
    conflicts.length,
    failure?.kind,
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → sending",
      "sending | sendItem done → ended {draft, failure, form, isSaved}",
      "sending | sendItem failed → ended {failure}",
      "sending | sendItem failed [isOutdated] → comparing",
      "sending | sendItem failed [canRenew] → renewing {failure}",
      "comparing | readTheirs done → conflicting {conflicts, failure, form}",
      "comparing | readTheirs done [not hasConflicts, hasChanges] → sending {failure, form}",
      "comparing | readTheirs failed → ended {failure}",
      "conflicting | conflict.resolved [not hasConflicts, hasChanges] → sending {conflicts}",
      "conflicting | conflict.resolved [not hasConflicts] → ended {conflicts, draft}",
      "conflicting | changes.discarded → ended {conflicts, draft}",
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
    const isGivenUp = last.type === 'changes.discarded' || last['keep'] === 'theirs'
    if (!next.output!.isSaved) expect(next.output!.draft).toEqual(isGivenUp ? {} : input.draft)
  }
})
