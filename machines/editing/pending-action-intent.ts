/** The actions that wait until all edits are saved, and the intents of those that change something. */
import type { GatheredPositions } from '#content/change/moves/moves-into.ts'
import type { MovedPositions } from '#content/change/moves/moves-past.ts'
import type { Intent, Schedule } from '#content/change/types.ts'
import type { ComponentCopy } from '#content/clipboard/component-copy.ts'
import type { PropertyBinding } from '#content/model/dynamic-content.ts'
import type { InsertionPoint } from '#content/model/insertion-point.ts'
import { type Iri, isIriOf } from '#content/model/iri.ts'

/** An action that the change queue carries out. */
export type HistoryAction =
  | { type: 'undo.requested' | 'redo.requested' }
  /** Undoes or redoes until the state after the change with this id is reached; null for the state before all. */
  | { type: 'jump.requested'; to: string | null }

/** An action that runs as soon as all edits are saved. */
export type PendingAction =
  | { type: 'publish.requested'; iri: Iri }
  /** Publishes several components as one change. */
  | { type: 'publishAll.requested'; iris: readonly Iri[] }
  /** Changes when a draft is published by itself, or until when; null for not at all. */
  | ({ type: 'schedule.requested'; iri: Iri } & Schedule)
  /** Changes what a position of a template shows; null for the same on all pages. */
  | {
      type: 'bind.requested'
      position: Iri<'COMPONENT_POSITION'>
      binding: PropertyBinding | null
    }
  /** Deletes a resource, or only the draft of a component whose live version stays. */
  | ({ type: 'delete.requested'; iri: Iri; isDraft?: boolean } & CutRequest)
  | ({
      type: 'deleteAll.requested'
      positions: readonly Iri<'COMPONENT_POSITION'>[]
    } & CutRequest)
  | ({ type: 'moveAll.requested' } & (MovedPositions | GatheredPositions))
  /** Creates copies of what is on the clipboard. */
  | ({ type: 'paste.requested'; copies: readonly ComponentCopy[] } & CopyRequest)
  /** Creates a copy of a component as it is once all edits are saved. */
  | ({ type: 'duplicate.requested'; iri: Iri } & CopyRequest)
  | HistoryAction
  /** Opens a page of this site, which is edited, too. */
  | { type: 'open.requested'; href: string }
  /** Stops editing, unless an edit cannot be saved. */
  | { type: 'exit.requested' }
  /** Stops editing and signs out. */
  /** `isScreenUnsaved` is true on a screen of the admin area with something unsaved, where nothing else is edited. */
  | { type: 'signOut.requested'; isScreenUnsaved?: boolean }

interface CutRequest {
  /** True for what has been copied to be pasted elsewhere. */
  isCut?: boolean
}

interface CopyRequest {
  insertionPoint: InsertionPoint
  /** A new UUID, from which the ids of the copies are derived. */
  id?: string
  /** True for a kind without drafts: visitors see the copy at once. */
  isPublic: boolean
}

/** The deletion of one component, or of several. */
export type Deletion = Extract<PendingAction, { type: 'delete.requested' | 'deleteAll.requested' }>

/** Returns the IRI that an action is about, or null for all resources. */
export const iriOf = (action: PendingAction) => ('iri' in action ? action.iri : null)

/**
 * Returns the IRI of the resource whose edits are saved before the action; null for all, as of what is inside a copy, or in
 * a position that is deleted.
 */
export const editedIri = (action: PendingAction) => {
  const isAbout =
    action.type !== 'duplicate.requested' && !isIriOf('COMPONENT_POSITION', iriOf(action))
  return isAbout ? iriOf(action) : null
}

const independent: readonly PendingAction['type'][] = [
  'delete.requested',
  'deleteAll.requested',
  'moveAll.requested',
  'paste.requested',
]

/** True if no unsaved edit can be missing from what an action does: from what is deleted, moved or pasted. */
export const isIndependent = ({ type }: PendingAction) => independent.includes(type)

const scheduleOf = ({
  type: _,
  ...schedule
}: Extract<PendingAction, { type: 'schedule.requested' }>): Intent => ({
  kind: 'schedule',
  ...schedule,
})

/** Returns the change that an action makes; null for one that changes no content itself. */
export const intentOf = (action: PendingAction): Intent | null => {
  switch (action.type) {
    case 'publish.requested':
      return { kind: 'publish', iri: action.iri }
    case 'publishAll.requested':
      return { kind: 'publishAll', iris: action.iris }
    case 'schedule.requested':
      return scheduleOf(action)
    case 'bind.requested':
      return { kind: 'bind', position: action.position, binding: action.binding }
    case 'delete.requested':
      return { kind: 'delete', iri: action.iri, ...(action.isDraft && { isDraft: true }) }
    case 'deleteAll.requested':
      return { kind: 'deleteAll', positions: action.positions }
    case 'moveAll.requested':
      return moveOf(action)
    case 'paste.requested':
      return { kind: 'paste', copies: action.copies, ...targetOf(action) }
    case 'duplicate.requested':
      return { kind: 'duplicate', iri: action.iri, ...targetOf(action) }
    case 'undo.requested':
    case 'redo.requested':
    case 'jump.requested':
    case 'open.requested':
    case 'exit.requested':
    case 'signOut.requested':
      return null
  }
}

const moveOf = ({
  type: _,
  ...moved
}: Extract<PendingAction, { type: 'moveAll.requested' }>): Intent => ({ kind: 'moveAll', ...moved })

const targetOf = ({ insertionPoint: { group, sortValue }, id }: CopyRequest) => ({
  group,
  sortValue,
  ...(id !== undefined && { id }),
})
