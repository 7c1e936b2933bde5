/**
 * Moves that are not saved as a tab remembers them over a reload. The order is compared with the one that is stored by then:
 * somebody else may have changed it, or the save may have been answered too late for the document.
 */
import { array, nullable, strictObject } from 'valibot'
import { Failure } from '../../model/failure.ts'
import { positionsOf } from '../../model/groups.ts'
import type { Iri } from '../../model/iri.ts'
import type { ReadResource } from '../../model/resource.ts'
import { iri, page } from '../remembered-text.ts'
import type { ChangePage } from '../types.ts'
import { type PendingMoves, withPendingOrder } from './pending-moves.ts'
import { isMovedByOthers, isSameOrder } from './rebase-move.ts'
import { type Transfer, withTransfers } from './transfers.ts'

/** The moves within one group, in their order, or one to another group. */
export type UnsavedMove = (PendingMoves & Pick<Transfer, 'group'>) | Transfer

export type RememberedMove = UnsavedMove & {
  /** The group in which the position was stored, and the order of that. */
  from: Iri<'COMPONENT_GROUP'>
  stored: readonly Iri[]
  page: ChangePage
}

/** Moves from before the document was loaded. The failure is the conflict that they have become meanwhile; null for none. */
export type ResumedMove = UnsavedMove & { page: ChangePage; failure: Failure | null }

const remembered = { group: iri, from: iri, stored: array(iri), page }

/** The formats of what is remembered. */
export const moveFormats = [
  strictObject({
    ...remembered,
    order: nullable(array(iri)),
    moves: array(strictObject({ position: iri, to: iri, before: array(iri) })),
  }),
  strictObject({ ...remembered, position: iri, before: nullable(iri) }),
]

const movedPosition = (move: UnsavedMove) =>
  'moves' in move ? move.moves[0]?.position : move.position

/** Returns a move as it is remembered, with the order from which it was made. */
export const rememberMove = (
  move: UnsavedMove,
  movedOn: ChangePage,
  read: ReadResource,
): RememberedMove => {
  const position = movedPosition(move)
  const from = (position && read(position)?.componentGroup) ?? move.group
  const before = 'moves' in move ? move.moves[0]?.before : undefined
  return { ...move, from, stored: before ?? positionsOf(from, read), page: movedOn }
}

/**
 * Returns moves as refused ones, about which the user decides: a conflict if somebody else has moved the same by now, or if
 * nothing is known of it. Those that were saved without an answer are left out. Null if they are stored, or there is nothing
 * left to move.
 */
export const resumeMove = (
  { from, stored, page: movedOn, ...unsaved }: RememberedMove,
  read: ReadResource,
): ResumedMove | null => {
  const { group } = unsaved
  const positions = positionsOf(group, read)
  const saved =
    'moves' in unsaved
      ? unsaved.moves.findLastIndex(({ before }) => isSameOrder(before, positions))
      : -1
  const move =
    'moves' in unsaved && saved > 0 ? { ...unsaved, moves: unsaved.moves.slice(saved) } : unsaved
  const [shown, moved] =
    'moves' in move
      ? [withPendingOrder(positions, move.order), move.moves]
      : [withTransfers(positions, group, read(move.position) ? [move] : []), [move]]
  const known: (Iri | undefined)[] = [group, from, undefined]
  const isLost =
    !read(group) || moved.some(({ position }) => !known.includes(read(position)?.componentGroup))
  if (!isLost && shown.join() === positions.join()) return null
  const current = positionsOf(from, read)
  const isConflict =
    isLost ||
    (saved < 0 && moved.some(({ position }) => isMovedByOthers(position, stored, current)))
  return { ...move, page: movedOn, failure: isConflict ? new Failure('conflict') : null }
}
