import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type RememberedEdit,
  parseRememberedEdits,
  rememberedEditsText,
  rememberedResources,
  resumeEdit,
} from '#content/change/fields/remembered-edits.ts'
import {
  afterFailure,
  editedField,
  saveIntentOf,
  withValueInFlight,
  startEdit,
} from '#content/change/fields/field-edit.ts'
import { Failure } from '#content/model/failure.ts'
import { maxCharacters } from '#content/change/remembered-text.ts'
import { type Resource, createReader } from '#content/model/resource.ts'

const account = '/users/1'
const page = { path: '/about', title: 'About us' }
const live = '/component/titles/live'
const draft = '/component/titles/draft'

const typed: RememberedEdit = {
  iri: live,
  property: 'title',
  isChoice: false,
  value: 'Mine',
  stored: 'Curtain',
  inFlight: 'Curtain',
  page,
}

const json = fc
  .jsonValue({ maxDepth: 3 })
  .filter((value) => !JSON.stringify(value).includes('data:'))
const edit: fc.Arbitrary<RememberedEdit> = fc.record(
  {
    iri: fc.constantFrom(live, draft),
    property: fc.constantFrom('title', 'html'),
    isChoice: fc.boolean(),
    isLive: fc.boolean(),
    clears: fc.constantFrom('rawPath', 'route'),
    value: json,
    stored: json,
    inFlight: json,
    page: fc.constant(page),
  },
  { requiredKeys: ['iri', 'property', 'isChoice', 'value', 'stored', 'inFlight', 'page'] },
)

const read = (edits: readonly RememberedEdit[]) =>
  parseRememberedEdits(rememberedEditsText(account, edits) ?? '', account)

test('any edits are the same when they are read again', () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 5 }), (edits) => {
      expect(read(edits)).toEqual(JSON.parse(JSON.stringify(edits)))
    }),
  )
})

test('without an edit there is nothing to remember', () => {
  expect(rememberedEditsText(account, [])).toBeNull()
})

test('a file is left out, and so is what there is no room for, but nothing beside them', () => {
  const file = { ...typed, value: 'data:image/png;base64,AAAA' }
  const tooLong = { ...typed, value: 'a'.repeat(maxCharacters) }
  const half = { ...typed, value: 'word '.repeat(maxCharacters / 10) }
  expect(read([file, tooLong, half, half, typed])).toEqual([half, typed])
  expect(rememberedEditsText(account, [half, half])!.length).toBeLessThan(maxCharacters)
})

test('another account and another format get nothing', () => {
  const text = rememberedEditsText(account, [typed])!
  expect(parseRememberedEdits(text, account)).toEqual([typed])
  expect(parseRememberedEdits(text, '/users/2')).toEqual([])
  expect(parseRememberedEdits(text.replace('"version":1', '"version":0'), account)).toEqual([])
})

const hostile = (edits: unknown) => JSON.stringify({ version: 1, account, edits })
const nested = '['.repeat(200_000) + ']'.repeat(200_000)

test.each([
  ['nothing', ''],
  ['no JSON', '{'],
  ['no list', hostile({})],
  ['nesting', hostile([typed]).replace('"Mine"', nested)],
  ['more than fits', `"${' '.repeat(maxCharacters)}"`],
  ['another site', hostile([{ ...typed, iri: '//a.b/c' }])],
  ['a page of another site', hostile([{ ...typed, page: { ...page, path: '//a.b' } }])],
  ['a script', hostile([{ ...typed, page: { ...page, path: 'javascript:alert(1)' } }])],
  ['a file', hostile([{ ...typed, value: 'data:text/html,a' }])],
  ['a property that is no name', hostile([{ ...typed, clears: {} }])],
  ['an unknown entry', hostile([{ ...typed, extra: true }])],
])('%s in the storage is read as no edits', (_, text) => {
  expect(parseRememberedEdits(text, account)).toEqual([])
})

const titled = (title: string, resource: Partial<Resource> = {}): Resource => ({
  '@id': live,
  '@type': 'Title',
  _metadata: {},
  title,
  ...resource,
})

const resume = (remembered: Partial<RememberedEdit>, ...resources: Resource[]) => {
  const readResource = createReader((iri) => resources.find((one) => one['@id'] === iri))
  const resumed = resumeEdit({ ...typed, ...remembered }, readResource)
  return resumed && { ...resumed, interruption: { ...resumed.interruption } }
}

test('an edit is offered where the value that it was based on is stored', () => {
  expect(resume({}, titled('Curtain'))).toMatchObject({
    iri: live,
    value: 'Mine',
    stored: 'Curtain',
    interruption: { page, failure: null },
  })
})

test('an edit whose value is stored is not offered', () => {
  expect(resume({ inFlight: 'Mine' }, titled('Mine'))).toBeNull()
})

test('a save that was not answered is not taken for the change of somebody else', () => {
  const resumed = resume({ value: 'Mine, later', inFlight: 'Mine' }, titled('Mine'))
  expect(resumed).toMatchObject({
    value: 'Mine, later',
    stored: 'Mine',
    interruption: { failure: null },
  })
})

test('an edit of what somebody else has changed is a conflict', () => {
  expect(resume({}, titled('Theirs'))).toMatchObject({
    value: 'Mine',
    stored: 'Curtain',
    interruption: {
      remote: 'Theirs',
      failure: { kind: 'conflict', resource: { title: 'Theirs' } },
    },
  })
})

test('an edit of a live version applies to the draft that it has by now', () => {
  const draftOf = (title: string) =>
    titled(title, {
      '@id': draft,
      publishedResource: live,
      _metadata: { persisted: true, publishable: { published: false } },
    })
  const published = titled('Curtain', { draftResource: draft })
  expect(resume({ inFlight: 'Mine' }, published, draftOf('Mine'))).toBeNull()
  expect(resume({}, published, draftOf('Curtain'))).toMatchObject({ iri: draft })
  expect(resume({}, published, draftOf('Theirs'))).toMatchObject({
    iri: draft,
    interruption: { failure: { kind: 'conflict' } },
  })
})

test('an edit that empties another property empties it after a reload, too', () => {
  const [link] = read([{ ...typed, property: 'rawPath', clears: 'route' }])
  const resumed = resumeEdit(
    link as RememberedEdit,
    createReader(() => undefined),
  )
  const started = startEdit(editedField(resumed!, '0'))
  expect(saveIntentOf({ ...started, ...withValueInFlight(started) })).toMatchObject({
    property: 'rawPath',
    value: 'Mine',
    clears: 'route',
  })
})

test('an edit of another page is compared when it is saved', () => {
  expect(resume({})).toMatchObject({
    iri: live,
    stored: 'Curtain',
    interruption: { page, failure: null },
  })
})

test('an edit of what is gone is offered with what is needed to put it back', () => {
  const known = [titled('Curtain')]
  const gone = resumeEdit(
    read([{ ...typed, known }])[0] as RememberedEdit,
    createReader(() => undefined),
    true,
  )
  expect(gone).toMatchObject({ iri: live, interruption: { failure: { kind: 'notFound' }, known } })
  expect(startEdit(editedField(gone!, '0')).deleted).toEqual({ iri: live, live: null, known })
})

test('an edit whose resource turns out to be gone is offered in the same way', () => {
  const known = [titled('Curtain')]
  const started = startEdit(
    editedField(
      resumeEdit(
        { ...typed, known },
        createReader(() => undefined),
      )!,
      '0',
    ),
  )
  expect(started.deleted).toBeNull()
  expect(afterFailure(started, new Failure('notFound')).deleted).toEqual({
    iri: live,
    live: null,
    known,
  })
  expect(afterFailure(started, new Failure('offline')).deleted).toBeNull()
})

test('of a resource with a file that is not sent, or with very much inside it, nothing is kept', () => {
  const known = [titled('Curtain')]
  expect(rememberedResources(known)).toBe(known)
  expect(rememberedResources([titled('data:image/png;base64,AAAA')])).toEqual([])
  expect(rememberedResources([titled('word '.repeat(10_000))])).toEqual([])
})
