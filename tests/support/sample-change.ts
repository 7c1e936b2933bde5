/** A change of the sample title, and the output of a run that has saved it. */
import { emptyIdentityMap } from '#content/change/undo/identity-map.ts'
import type { Change, Intent } from '#content/change/types.ts'
import type { ChangeOutcome } from '#content/change/change-outcome.ts'
import { sampleTitle } from './editor.tsx'

const iri = sampleTitle['@id']
export const intent: Intent = { kind: 'set', iri, property: 'title', value: 'Mine', undoGroup: '1' }
const change: Change = {
  id: '1',
  intent,
  steps: [{ method: 'PATCH', iri, body: { title: 'Mine' } }],
  inverse: [{ method: 'PATCH', iri, body: { title: 'Curtain' } }],
  refetch: [],
}
export const done: ChangeOutcome = {
  change,
  identities: emptyIdentityMap,
  steps: [],
  result: { resource: sampleTitle },
  replacements: [],
  hasEffect: true,
  changedByOthers: null,
  removed: [],
  failure: null,
}
