import { expect, test } from 'vitest'
import {
  parseRememberedActions,
  rememberedActionsText,
} from '#content/change/remembered-actions.ts'
import { maxCharacters } from '#content/change/remembered-text.ts'
import type { ComponentCopy } from '#content/clipboard/component-copy.ts'
import type { PendingAction } from '#machines/editing/pending-action-intent.ts'

const account = '/users/1'
const iri = '/component/titles/1'
const group = '/_/component_groups/1'
const position = '/_/component_positions/1'

const copy: ComponentCopy = {
  type: 'Title',
  endpoint: '/component/titles',
  properties: { title: 'Hello' },
  relations: { page: '/_/pages/1' },
  files: { image: { source: iri, property: 'image' } },
  hasDrafts: true,
  groups: [{ name: 'inner', allowedComponents: ['/component/titles'], components: [] }],
}
const request = { insertionPoint: { group, index: 1, sortValue: 4 }, isPublic: false } as const
const id = 'b1d3c0de-0000-4000-8000-000000000001'
const dynamic = { pageDataProperty: 'title', pageDataClass: 'Event' }

/** The kinds that can wait for the network: what changes something, an undo and a redo. */
type WaitingType = Exclude<
  PendingAction['type'],
  'jump.requested' | 'open.requested' | 'exit.requested' | 'signOut.requested'
>

const samples: { [Type in WaitingType]: readonly (PendingAction & { type: Type })[] } = {
  'publish.requested': [{ type: 'publish.requested', iri }],
  'publishAll.requested': [{ type: 'publishAll.requested', iris: [iri] }],
  'schedule.requested': [
    { type: 'schedule.requested', iri, publishedAt: '2126-05-01T12:00:00.000Z' },
    { type: 'schedule.requested', iri, publishedUntil: null },
  ],
  'delete.requested': [
    { type: 'delete.requested', iri, isDraft: true },
    { type: 'delete.requested', iri, isCut: true },
  ],
  'deleteAll.requested': [
    { type: 'deleteAll.requested', positions: [position] },
    { type: 'deleteAll.requested', positions: [position], isCut: true },
  ],
  'moveAll.requested': [
    { type: 'moveAll.requested', positions: [position], by: -1 },
    { type: 'moveAll.requested', positions: [position], group, before: null },
  ],
  'bind.requested': [
    { type: 'bind.requested', position, binding: null },
    { type: 'bind.requested', position, binding: dynamic },
  ],
  'paste.requested': [{ type: 'paste.requested', copies: [copy], ...request }],
  'duplicate.requested': [
    { type: 'duplicate.requested', iri, ...request },
    { type: 'duplicate.requested', iri, ...request, id },
  ],
  'undo.requested': [{ type: 'undo.requested' }],
  'redo.requested': [{ type: 'redo.requested' }],
}
const actions = Object.values<readonly PendingAction[]>(samples).flat()

const waiting = (action: object, others: object = {}) => ({
  id: 'new 0',
  action,
  edits: [{ property: 'title', value: 'Mine' }],
  ...others,
})

const parse = (text: string | null) => parseRememberedActions(text ?? '', account)
const read = (...each: object[]) => parse(rememberedActionsText(account, each))

test.each(actions)('$type is the same when it is read again', (action) => {
  expect(read(waiting(action))).toEqual([waiting(action)])
})

test.each(['interrupted', 'refused'])('one that is %s stays so', (paused) => {
  const one = waiting({ type: 'undo.requested' }, { paused })
  expect(read(one)).toEqual([one])
})

test('one with a file is left out, and nothing is remembered that there is no room for', () => {
  const files = { image: { content: 'data:image/png;base64,AAAA' } }
  const paste = { type: 'paste.requested', copies: [{ ...copy, files }], ...request }
  const undo = waiting({ type: 'undo.requested' })
  expect(read(waiting(paste), undo)).toEqual([undo])
  expect(rememberedActionsText(account, [waiting(paste)])).toBeNull()
  const edits = [{ property: 'title', value: 'a'.repeat(maxCharacters) }]
  expect(rememberedActionsText(account, [{ ...undo, edits }])).toBeNull()
})

const hostile = (action: object, others: object = {}) =>
  JSON.stringify({ version: 2, account, actions: [waiting(action, others)] })
const undo = { type: 'undo.requested' }

test.each([
  ['nothing', ''],
  ['another account', hostile(undo).replace(account, '/users/2')],
  ['an older version', hostile(undo).replace('"version":2', '"version":1')],
  ['an older entry', hostile(undo, { isRefused: true })],
  ['an unknown pause', hostile(undo, { paused: 'kept' })],
  ['an unknown action', hostile({ type: 'exit.requested' })],
  ['a resource of another site', hostile({ type: 'publish.requested', iri: '//a.b' })],
  ['no position', hostile({ type: 'deleteAll.requested', positions: [iri] })],
])('%s in the storage is read as nothing', (_, text) => {
  expect(parse(hostile(undo))).toHaveLength(1)
  expect(parse(text)).toEqual([])
})
