import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  parseRememberedEdits,
  rememberedEditsText,
} from '#content/change/fields/remembered-edits.ts'
import { moveItem, withMove } from '#content/change/moves/pending-moves.ts'
import {
  type RememberedMove,
  type UnsavedMove,
  rememberMove,
  resumeMove,
} from '#content/change/moves/remembered-moves.ts'
import { isMovedByOthers } from '#content/change/moves/rebase-move.ts'
import { type Iri, isIriOf } from '#content/model/iri.ts'
import { type Resource, createReader } from '#content/model/resource.ts'

const account = '/users/1'
const page = { path: '/about', title: 'About us' }
type Group = Iri<'COMPONENT_GROUP'>
type Position = Iri<'COMPONENT_POSITION'>
const [main, side] = ['/_/component_groups/main', '/_/component_groups/side'] as const
const order = ['a', 'b', 'c', 'd'].map((id): Position => `/_/component_positions/${id}`)
const [a, b, c, d] = order as [Position, Position, Position, Position]

/** Reads groups with these positions. */
const readerOf = (groups: Readonly<Record<Group, readonly Position[]>>) => {
  const resources = Object.entries(groups).flatMap(([group, positions]): Resource[] => [
    { '@id': group, '@type': 'ComponentGroup', _metadata: {}, componentPositions: positions },
    ...positions.map((position, sortValue): Resource => ({
      '@id': position,
      '@type': 'ComponentPosition',
      _metadata: {},
      componentGroup: group,
      sortValue,
    })),
  ])
  return createReader((iri) => resources.find((resource) => resource['@id'] === iri))
}

const before = { [main]: order, [side]: [] }
const reordered = (moves: readonly { position: Position; to: number }[]): UnsavedMove =>
  moves.reduce((pending, move) => ({ ...pending, ...withMove(pending, { ...move, order }, 0) }), {
    group: main,
    order: null,
    moves: [],
  } as Extract<UnsavedMove, { moves: unknown }>)

const cFirst = reordered([{ position: c, to: 0 }])
const toSide: UnsavedMove = { position: c, group: side, before: null }

const resume = (move: UnsavedMove, now: Readonly<Record<Group, readonly Position[]>>) => {
  const resumed = resumeMove(rememberMove(move, page, readerOf(before)), readerOf(now))
  return resumed && { ...resumed, failure: resumed.failure?.kind ?? null }
}

test('any moves are the same when they are read again', () => {
  const steps = fc.array(fc.record({ position: fc.constantFrom(...order), to: fc.nat(3) }))
  const transfer = fc.record({
    position: fc.constantFrom(...order),
    group: fc.constant(side),
    before: fc.constant(null),
  })
  fc.assert(
    fc.property(fc.array(fc.oneof(steps.map(reordered), transfer)), (moves) => {
      const remembered = moves.map((move) => rememberMove(move, page, readerOf(before)))
      const text = rememberedEditsText(account, remembered) ?? ''
      expect(parseRememberedEdits(text, account)).toEqual(remembered)
    }),
  )
})

test.each([
  ['nothing of a move', {}],
  ['both kinds in one', { ...cFirst, ...toSide }],
  ['another site', { ...toSide, group: '//a.b/c' }],
  ['an order that is none', { ...cFirst, order: a }],
])('%s in the storage is read as no moves', (_, move) => {
  const remembered = { from: main, stored: order, page, ...move } as RememberedMove
  expect(parseRememberedEdits(rememberedEditsText(account, [remembered])!, account)).toEqual([])
})

test.each([
  ['within its section', cFirst],
  ['to another section', toSide],
])('a move %s is offered where the order is the one before', (_, move) => {
  expect(resume(move, before)).toEqual({ ...move, page, failure: null })
})

test.each([
  ['the same one', { [main]: [a, c, b, d], [side]: [] }],
  ['the same one to another section', { [main]: [a, b, d], [side]: [], [`${side}2`]: [c] }],
])('a move is a conflict where somebody else has moved %s', (_, now) => {
  expect(resume(cFirst, now)?.failure).toBe('conflict')
  expect(resume(toSide, now)?.failure).toBe('conflict')
})

test('a move is offered where somebody else has moved another component', () => {
  expect(resume(cFirst, { [main]: [b, d, a, c], [side]: [] })).toEqual({
    ...cFirst,
    page,
    failure: null,
  })
  expect(resume(toSide, { [main]: [b, d, a, c], [side]: [] })).toEqual({
    ...toSide,
    page,
    failure: null,
  })
})

test('of several moves, those that were saved without an answer are not offered, and are no conflict', () => {
  const moves = reordered([
    { position: a, to: 1 },
    { position: d, to: 0 },
    { position: b, to: 3 },
  ]) as Extract<UnsavedMove, { moves: unknown }>
  expect(moves.moves).toHaveLength(3)
  for (const [count, move] of moves.moves.entries())
    expect(resume(moves, { [main]: move.before })).toEqual({
      ...moves,
      moves: moves.moves.slice(count),
      page,
      failure: null,
    })
  expect(resume(moves, { [main]: moves.order! })).toBeNull()
})

test('what was added or deleted by others is no conflict', () => {
  const added = '/_/component_positions/new'
  expect(resume(cFirst, { [main]: [a, added, b, c], [side]: [] })?.failure).toBeNull()
  expect(resume(toSide, { [main]: [added, b, c, d], [side]: [] })?.failure).toBeNull()
})

test('what is stored is not offered, and neither is what is deleted', () => {
  expect(resume(cFirst, { [main]: [c, a, b, d], [side]: [] })).toBeNull()
  expect(resume(toSide, { [main]: [a, b, d], [side]: [c] })).toBeNull()
  expect(resume(cFirst, { [main]: [a, b, d], [side]: [] })).toBeNull()
  expect(resume(toSide, { [main]: [a, b, d], [side]: [] })).toBeNull()
})

test('where nothing is known of the section, the user decides', () => {
  expect(resume(cFirst, {})?.failure).toBe('conflict')
  expect(resume(toSide, {})?.failure).toBe('conflict')
})

test('moves are a conflict where others have moved one of them, unless the order is one that these have led to', () => {
  const steps = fc.array(fc.record({ position: fc.constantFrom(...order), to: fc.nat(3) }))
  const shuffled = fc.shuffledSubarray(order, { minLength: 4 })
  fc.assert(
    fc.property(steps, shuffled, (moves, now) => {
      const mine = moves.reduce((shown, { position, to }) => moveItem(shown, position, to), order)
      const resumed = resume(reordered(moves), { [main]: now, [side]: [] })
      if (mine.join() === now.join()) expect(resumed).toBeNull()
      else {
        const own = reordered(moves) as Extract<UnsavedMove, { moves: unknown }>
        const isOwn = own.moves.some((move) => move.before.join() === now.join())
        const isSame = own.moves.some(({ position }) => isMovedByOthers(position, order, now))
        expect(resumed?.failure ?? null).toBe(isSame && !isOwn ? 'conflict' : null)
      }
    }),
  )
})

test('moves are compared with the order in which they were made, also where another one is known by now', () => {
  const now = readerOf({ [main]: [a, b, d, c], [side]: [] })
  expect(rememberMove(cFirst, page, now).stored).toEqual(order)
})

test('the section of a moved component is that in which it is stored', () => {
  expect(isIriOf('COMPONENT_GROUP', rememberMove(toSide, page, readerOf(before)).from)).toBe(true)
  expect(rememberMove(toSide, page, readerOf(before))).toMatchObject({ from: main, stored: order })
})
