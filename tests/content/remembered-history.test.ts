import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Iri } from '#content/model/iri.ts'
import type { Change, Intent, Step } from '#content/change/types.ts'
import { emptyIdentityMap } from '#content/change/undo/identity-map.ts'
import {
  type RememberedHistory,
  parseRemembered,
  rememberedLimits,
  rememberedText,
} from '#content/change/undo/remembered-history.ts'
import {
  type UndoHistory,
  emptyHistory,
  recordChange,
  recordHistoryRun,
  withoutLast,
} from '#content/change/undo/undo-history.ts'

const account = '/users/1'
const done = { failure: null, steps: [] }

const iri = fc.constantFrom(
  '/component/titles/1',
  '/component/titles/2',
  '/_/component_positions/1',
  'new:1 x:2:0:position',
)
const json = fc
  .jsonValue({ maxDepth: 3 })
  .filter((value) => !JSON.stringify(value).includes('data:'))
const step = fc.record<Step, keyof Step>(
  {
    method: fc.constantFrom('POST', 'PATCH', 'DELETE'),
    iri,
    published: fc.boolean(),
    body: fc.dictionary(fc.constantFrom('title', 'html', 'componentPositions'), json, {
      noNullPrototype: true,
    }),
    ifMatch: fc.constant('"1"'),
    creates: fc.record({ iri, position: iri }, { requiredKeys: ['iri'] }),
    targetsOriginal: fc.boolean(),
    exactIri: fc.boolean(),
    sortIndex: fc.record({ group: fc.constant('/_/component_groups/1' as const), index: fc.nat() }),
    reveals: iri,
  },
  { requiredKeys: ['method', 'iri'] },
)
const intent: fc.Arbitrary<Intent> = fc.oneof(
  fc.record({
    kind: fc.constant('set' as const),
    iri,
    property: fc.constant('title'),
    value: json,
    stored: json,
  }),
  fc.record({ kind: fc.constantFrom('publish' as const, 'delete' as const), iri }),
  fc.record({
    kind: fc.constant('duplicate' as const),
    iri,
    group: fc.constant('/_/component_groups/1' as const),
    sortValue: fc.nat(),
  }),
)
const anyChange: fc.Arbitrary<Change> = fc.record<Change, keyof Change>(
  {
    id: fc.string(),
    intent,
    steps: fc.array(step, { minLength: 1, maxLength: 3 }),
    inverse: fc.array(step, { minLength: 1, maxLength: 3 }),
    isUnanswered: fc.constant(true),
    irreversible: fc.constant('It was also used on other pages.'),
    refetch: fc.array(iri, { maxLength: 2 }),
    refetchOnApply: fc.array(iri, { maxLength: 2 }),
    refetchOnUndo: fc.array(iri, { maxLength: 2 }),
  },
  { requiredKeys: ['id', 'intent', 'steps', 'inverse', 'refetch'] },
)
const identities = fc.record({
  aliases: fc.dictionary(iri, iri, { noNullPrototype: true }),
  etags: fc.dictionary(iri, fc.option(fc.string()), { noNullPrototype: true }),
})

type Action = Change | 'undo' | 'redo'
const actions = fc.array(fc.oneof(anyChange, fc.constantFrom('undo' as const, 'redo' as const)), {
  minLength: 1,
  maxLength: 20,
})

const play = (history: UndoHistory, action: Action): UndoHistory =>
  typeof action === 'string'
    ? recordHistoryRun(history, action, done)
    : recordChange(history, action)

const isEmpty = ({ undoStack, redoStack }: UndoHistory) => undoStack.length + redoStack.length === 0

test('any history is the same when it is read again', () => {
  fc.assert(
    fc.property(actions, identities, (played, known) => {
      const history = played.reduce(play, emptyHistory)
      const remembered = { history, identities: known }
      const text = rememberedText(account, remembered)
      if (isEmpty(history)) expect(text).toBeNull()
      else expect(parseRemembered(text!, account)).toEqual(JSON.parse(JSON.stringify(remembered)))
    }),
  )
})

const rename = (id: string): Change => ({
  id,
  intent: { kind: 'set', iri: '/component/titles/1', property: 'title', value: id },
  steps: [{ method: 'PATCH', iri: '/component/titles/1', body: { title: id } }],
  inverse: [{ method: 'PATCH', iri: '/component/titles/1', body: { title: '' } }],
  refetch: [],
})
const renames = (count: number) => Array.from({ length: count }, (_, at) => rename(String(at)))

const remember = (history: Partial<UndoHistory>, known = emptyIdentityMap) =>
  rememberedText(account, { history: { ...emptyHistory, ...history }, identities: known })

/** Returns the ids of the changes that are remembered of a history. */
const idsAfterReload = (history: Partial<UndoHistory>) => {
  const read = parseRemembered(remember(history) ?? '', account)
  const ids = (stack: readonly Change[] = []) => stack.map(({ id }) => id)
  return { undo: ids(read?.history.undoStack), redo: ids(read?.history.redoStack) }
}

test('an undo group ends with its document, because the next one uses the same names', () => {
  const { intent: typed, ...change } = rename('1')
  const grouped = { ...change, intent: { ...typed, undoGroup: 'field 1.0' } as Intent }
  const { history } = parseRemembered(remember({ undoStack: [grouped] })!, account)!
  expect(history.undoStack).toEqual([rename('1')])
  expect(recordChange(history, grouped).undoStack).toHaveLength(2)
})

test('of too many changes, the oldest are dropped', () => {
  const { changes } = rememberedLimits
  const undoStack = renames(changes + 5)
  const last = undoStack.map(({ id }) => id)
  expect(idsAfterReload({ undoStack }).undo).toEqual(last.slice(5))
  const redoStack = [rename('redo')]
  expect(idsAfterReload({ undoStack, redoStack })).toEqual({ undo: last.slice(6), redo: ['redo'] })
})

test('of changes that are too large, the oldest are dropped, and the text stays within the limit', () => {
  const words = 'word '.repeat(rememberedLimits.characters / 25)
  const undoStack = renames(8).map((change) => ({
    ...change,
    inverse: [{ ...change.inverse[0]!, body: { title: words } }],
  }))
  expect(idsAfterReload({ undoStack }).undo).toEqual(['4', '5', '6', '7'])
  expect(remember({ undoStack })!.length).toBeLessThanOrEqual(rememberedLimits.characters)
})

test('a file that the media library has is remembered by its IRI, with all older changes', () => {
  const [first, second] = renames(2) as [Change, Change]
  const content = 'data:image/png;name=a.png;base64,AAAA'
  const file: Iri = '/_/media_objects/a.png'
  const creation: Step = {
    method: 'POST',
    iri: '/component/images',
    body: { alt: 'A', file: content },
  }
  const deletion: Change = {
    ...second,
    intent: { kind: 'delete', iri: '/component/images/1' },
    steps: [{ method: 'DELETE', iri: '/component/images/1' }],
    inverse: [creation],
  }
  const files = new Map([[content, file]])
  const remembered = { undoStack: [first, { ...deletion, files }], redoStack: [] }
  const { history } = parseRemembered(remember(remembered)!, account)!
  const kept = { ...deletion, inverse: [{ ...creation, body: { alt: 'A', file } }] }
  expect(history.undoStack).toEqual([first, kept])
})

test('a picture of the media library is remembered with its tiny preview, which is none of the files', () => {
  const [change] = renames(1) as [Change]
  const withPreview = (preview: string): Change => ({
    ...change,
    inverse: [{ ...change.inverse[0]!, body: { file: { '@id': '/_/media_objects/a', preview } } }],
  })
  const tiny = `data:image/webp;base64,${'A'.repeat(110)}`
  expect(idsAfterReload({ undoStack: [withPreview(tiny)] }).undo).toEqual(['0'])
  expect(idsAfterReload({ undoStack: [withPreview(tiny.repeat(10))] }).undo).toEqual([])
})

test('a change with any other file is dropped with all older ones, and so is what is redone after it', () => {
  const [first, second, third] = renames(3) as [Change, Change, Change]
  const content = 'data:image/png;name=a.png;base64,AAAA'
  const withFile = { ...second, inverse: [{ ...second.inverse[0]!, body: { file: content } }] }
  expect(idsAfterReload({ undoStack: [first, withFile, third] }).undo).toEqual(['2'])
  expect(idsAfterReload({ redoStack: [third, withFile, first] }).redo).toEqual(['0'])
  expect(remember({ undoStack: [first, withFile] })).toBeNull()
})

test('a history whose versions alone have no room is not remembered: undo without them would overwrite', () => {
  const etags = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, at) => [`/component/titles/${at}`, '"1"']),
  )
  expect(remember({ undoStack: [rename('1')] }, { aliases: {}, etags })).toBeNull()
})

test('another account and another format get nothing', () => {
  const text = remember({ undoStack: [rename('1')] })!
  expect(parseRemembered(text, account)).not.toBeNull()
  expect(parseRemembered(text, '/users/2')).toBeNull()
  expect(parseRemembered(text.replace('"version":2', '"version":3'), account)).toBeNull()
})

test('while a change is undone or redone, it is in no stack, and nothing is redone after it', () => {
  const [first, second, third] = renames(3) as [Change, Change, Change]
  const history = { undoStack: [first, second], redoStack: [third] }
  expect(withoutLast(history, 'undo')).toEqual({ undoStack: [first], redoStack: [] })
  expect(withoutLast(history, 'redo')).toEqual({ undoStack: [first, second], redoStack: [] })
})

const hostile = (value: unknown) =>
  JSON.stringify({
    version: 2,
    account,
    identities: emptyIdentityMap,
    redoStack: [],
    undoStack: value,
  })
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

test.each([
  ['no JSON', '{'],
  ['an array', '[]'],
  ['nesting', nested(200_000)],
  ['a nested body', hostile([rename('1')]).replace('"title":"1"', `"title":${nested(200_000)}`)],
  ['more than fits', `"${' '.repeat(rememberedLimits.characters)}"`],
  ['more changes than are remembered', hostile(renames(rememberedLimits.changes + 1))],
  ['another method', hostile([{ ...rename('1'), steps: [{ method: 'PUT', iri: '/a' }] }])],
  ['another site', hostile([{ ...rename('1'), inverse: [{ method: 'PATCH', iri: '//a.b/c' }] }])],
  ...['//a.b', '/\t/a.b', '/.//a.b', 'javascript:alert(1)'].map((path): [string, string] => [
    `a page at ${JSON.stringify(path)}`,
    hostile([{ ...rename('1'), page: { path, title: 'A page' } }]),
  ]),
  ['an unknown intent', hostile([{ ...rename('1'), intent: { kind: 'constructor' } }])],
  ['an unknown property', hostile([{ ...rename('1'), extra: true }])],
])('%s in the storage is read as nothing', (_, text) => {
  expect(parseRemembered(text, account)).toBeNull()
})

test('nothing in the storage throws, whatever it is', () => {
  const valid = JSON.parse(hostile(renames(2))) as Record<string, unknown>
  const mutated = fc
    .tuple(fc.constantFrom(...Object.keys(valid)), fc.anything())
    .map(([key, value]) => ({ ...valid, [key]: value }))
  const text = fc.oneof(
    fc.string(),
    fc.json(),
    mutated.map((value) => String(stringify(value))),
  )
  fc.assert(
    fc.property(text, (stored) => {
      const read: RememberedHistory | null = parseRemembered(stored, account)
      if (read) expect(Object.keys(read)).toEqual(['history', 'identities'])
    }),
  )
})

const stringify = (value: unknown) => {
  try {
    return JSON.stringify(value)
  } catch {
    return ''
  }
}
