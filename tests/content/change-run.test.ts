import { expect, test } from 'vitest'
import {
  type ChangeProgress,
  afterResponses,
  nextStep,
  withPlan,
  startProgress,
} from '#content/change/change-run.ts'
import { withUpdates } from '#content/change/change-refetch.ts'
import type { Change, Intent } from '#content/change/types.ts'
import { emptyIdentityMap } from '#content/change/undo/identity-map.ts'

const iri = '/component/titles/1'
const identities = { ...emptyIdentityMap, etags: { [iri]: '"own"' } }
const intent: Intent = { kind: 'set', iri, property: 'title', value: 'Mine' }
const changeWith = (
  ifMatch: string,
  more: Partial<Extract<Intent, { kind: 'set' }>> = {},
): Change => ({
  id: '1',
  intent: { ...intent, ...more },
  steps: [{ method: 'PATCH', iri, body: { title: 'Mine' }, ifMatch }],
  inverse: [{ method: 'PATCH', iri, body: { title: 'Before' } }],
  refetch: [],
})
const progressOf = (change: Change): ChangeProgress =>
  withPlan(startProgress({ kind: 'apply', id: '1', intent: change.intent }, identities), change)
const stored = (etag: string) => ({
  resource: { '@id': iri, '@type': 'Title', _metadata: {} },
  etag,
})
const undoAfter = ({ identities: known }: ChangeProgress) =>
  nextStep(startProgress({ kind: 'undo', change: changeWith('"own"') }, known))

test('undo is not sent over the version because of which a change was refused', () => {
  const refused = withUpdates(progressOf(changeWith('"own"')), {
    items: [stored('"other"')],
    removed: [],
  })
  expect(undoAfter(refused).ifMatch).toBe('"own"')
})

test('undo is sent over the version of somebody else that was accepted', () => {
  const accepted = progressOf(changeWith('"other"', { givenUp: 'Mine' }))
  expect(accepted.steps).toEqual([])
  expect(undoAfter(accepted).ifMatch).toBe('"other"')
})

test('a change tells whether somebody else has changed the resource since this window did', () => {
  const saved = (ifMatch: string) =>
    afterResponses(progressOf(changeWith(ifMatch)), stored('"new"'))
  expect(saved('"own"').changedByOthers).toBe(null)
  expect(saved('"other"').changedByOthers).toBe(iri)
  expect(undoAfter(saved('"other"')).ifMatch).toBe('"new"')
})
