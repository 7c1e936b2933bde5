import { expect, test } from 'vitest'
import { createActor, createMachine } from 'xstate'
import { sequenceOf } from '../../charts/live/sequence.ts'
import { branchOf, createValueReader, isSameValue } from '../../charts/live/shown-values.ts'
import { foundSteps, snapshotAt, stepBeside } from '../../charts/live/time-travel.ts'
import type { ShownSnapshot, WatchedStep } from '../../charts/live/watched.ts'
import type { Json } from '../../charts/model/chart-model.ts'

const snapshotIn = (value: string) => ({ value }) as ShownSnapshot
const stepOf = (
  id: number,
  sender: string | null,
  receiver: string,
  type: string,
): WatchedStep => ({
  ...{ id, at: 0, taken: [], event: { type } },
  sender: sender === null ? null : { id: sender, name: `name of ${sender}` },
  receiver: { id: receiver, name: `name of ${receiver}` },
  before: id === 1 ? null : snapshotIn(`before ${id}`),
  snapshot: snapshotIn(`after ${id}`),
})
const steps = [
  stepOf(1, null, 'a', 'started'),
  stepOf(3, 'a', 'b', 'item.sent'),
  stepOf(5, 'b', 'b', 'timer.ended'),
  stepOf(8, 'b', 'a', 'item.received'),
]

test.each([
  ['a', 0, null],
  ['a', 1, 'after 1'],
  ['a', 7, 'after 1'],
  ['a', 8, 'after 8'],
  ['b', 1, 'before 3'],
  ['b', 99, 'after 5'],
  ['c', 5, undefined],
])('the actor %s is shown at %i as it was %s', (actor, cursor, value) => {
  const snapshot = snapshotAt(steps, actor, cursor)
  expect(snapshot ? (snapshot.value as string) : snapshot).toBe(value)
})

test.each([
  [null, -1, 5],
  [null, 1, undefined],
  [8, -1, 5],
  [4, -1, 3],
  [4, 1, 5],
  [1, -1, undefined],
  [8, 1, undefined],
] as const)('beside the step %s, by %i, is %s', (cursor, by, id) =>
  expect(stepBeside(steps, cursor, by)?.id).toBe(id),
)

test('steps are found by their actor, and by words of names', () => {
  const found = (actor: string | null, words: string) =>
    foundSteps(steps, actor, words).map(({ id }) => id)
  expect(found(null, '')).toEqual([1, 3, 5, 8])
  expect(found('a', '')).toEqual([1, 3, 8])
  expect(found(null, 'ITEM b')).toEqual([3, 8])
  expect(found('b', 'timer')).toEqual([5])
  expect(found('', '')).toEqual([])
})

test('the sequence has a line for each actor, and an arrow for each event', () => {
  const { lanes, arrows } = sequenceOf(steps)
  expect(lanes).toEqual(['name of a', 'name of b'])
  expect(arrows.map(({ from, to }) => [from, to])).toEqual([
    [null, 0],
    [0, 1],
    [1, 1],
    [1, 0],
  ])
})

const machine = createMachine({ id: 'safe', meta: { private: ['combination'] } })

test('private values are never shown, not in other texts, either', () => {
  const read = createValueReader(createActor(machine).getSnapshot())
  const shown = read({
    password: 'correct horse',
    combination: 'left-right',
    note: 'The password is correct horse.',
    open: true,
  })
  expect(JSON.stringify(shown)).not.toMatch(/correct horse|left-right/)
  expect(shown).toMatchObject({ open: true })
})

const read = createValueReader({ machine })
test.each<[unknown, string]>([
  ['words', '"words"'],
  [3, '3'],
  [null, 'null'],
  [undefined, 'undefined'],
  [Number.NaN, 'NaN'],
  [new Date(0), '1970-01-01T00:00:00.000Z'],
  [new Date(Number.NaN), 'no date'],
  [new Error('Broken'), 'Error: Broken'],
  [new URL('https://troupe.test'), 'instance URL'],
  [machine, 'machine safe'],
  [{ password: 'abcdef' }.password, '"abcdef"'],
  [[], '[]'],
  [{}, '{}'],
])('%s is shown as %s', (value, text) => expect(branchOf(read(value))).toEqual({ text }))

test('what is inside a value is shown by its name', () => {
  const partsOf = (value: unknown) => {
    const branch = branchOf(read(value))
    return 'parts' in branch ? [branch.summary, branch.parts] : branch
  }
  expect(partsOf({ a: 1, b: 2 })).toEqual([
    '{2}',
    [
      ['a', 1],
      ['b', 2],
    ],
  ])
  expect(partsOf(['x'])).toEqual(['[1]', [['0', 'x']]])
  expect(partsOf(new Map([['a', 1]]))).toEqual(['{1}', [['a', 1]]])
  expect(partsOf(new Set(['x']))).toEqual(['[1]', [['0', 'x']]])
  expect(partsOf({ $type: 'own' })).toEqual(['{1}', [['$type', 'own']]])
  expect(partsOf(createActor(machine))).toEqual({ text: expect.stringMatching(/^actor x:/) })
})

test.each<[Json | undefined, Json | undefined, boolean]>([
  [{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, true],
  [{ a: 1 }, { a: 2 }, false],
  [{ a: 1 }, { b: 1 }, false],
  [{ a: 1 }, { a: 1, b: 1 }, false],
  [[], {}, false],
  [null, {}, false],
  [{}, undefined, false],
])('%j and %j are alike: %s', (one, other, isSame) => expect(isSameValue(one, other)).toBe(isSame))
