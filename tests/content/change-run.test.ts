import { expect, test } from 'vitest'
import {
  type ChangeProgress,
  afterResponses,
  nextStep,
  withPlan,
  startProgress,
} from '#content/change/change-run.ts'
import { withUpdates } from '#content/change/change-refetch.ts'
import type { Change, Intent, Step } from '#content/change/types.ts'
import { emptyIdentityMap } from '#content/change/undo/identity-map.ts'
import { parseRemembered, rememberedText } from '#content/change/undo/remembered-history.ts'
import { sampleMediaObject } from '../support/content/sample-media-object.ts'

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

const content = 'data:image/png;name=a.png;base64,AAAA'
const file = '/_/media_objects/a.png'
const image = {
  resource: {
    '@id': '/component/images/1',
    '@type': 'Image',
    _metadata: { mediaObjects: { file: [{ ...sampleMediaObject, '@id': file }] } },
  },
  etag: '"1"',
} as const
const endpoint = '/component/images'
const group = '/_/component_groups/1'
const copy = { type: 'Image', endpoint, properties: {}, relations: {}, groups: [], hasDrafts: true }

test.each<[string, Intent, Step]>([
  [
    'replaced',
    { kind: 'set', iri: image.resource['@id'], property: 'file', value: content },
    { method: 'PATCH', iri: image.resource['@id'], body: { file: content } },
  ],
  [
    'added',
    { kind: 'add', endpoint, group, sortValue: 0, publish: false, data: { file: content } },
    { method: 'POST', iri: endpoint, body: { alt: 'A', file: content } },
  ],
  [
    'pasted',
    { kind: 'paste', group, sortValue: 0, copies: [{ ...copy, files: { file: { content } } }] },
    { method: 'POST', iri: endpoint, body: { file: content } },
  ],
])(
  'a picture that was %s is in the history after a reload, with all older changes',
  (_, done, step) => {
    const older = changeWith('"own"')
    const change = { ...older, id: '2', intent: done, steps: [step] }
    const { change: sent } = afterResponses(progressOf(change), image)
    const undoStack = [older, sent!]
    const text = rememberedText('/users/1', { history: { undoStack, redoStack: [] }, identities })
    const { history } = parseRemembered(text!, '/users/1')!
    const withIri = JSON.stringify([older, change]).replaceAll(content, file)
    expect(history.undoStack).toEqual(JSON.parse(withIri))
    expect(nextStep(startProgress({ kind: 'redo', change: sent! }, identities)).body).toEqual(
      step.body,
    )
  },
)

test('only the contents of files are remembered by an IRI, not a text that has the name of one', () => {
  const text = {
    ...changeWith('"own"'),
    steps: [{ method: 'PATCH' as const, iri, body: { file: 'Words' } }],
  }
  expect(afterResponses(progressOf(text), image).change!.files).toBeUndefined()
})
