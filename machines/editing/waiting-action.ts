/** An action that waits for the network, and the list of them. */
import { isSameValue } from '#content/change/fields/field-value.ts'
import type { Iri } from '#content/model/iri.ts'
import { isLive } from '#content/model/publish-state.ts'
import type { Resource } from '#content/model/resource.ts'
import type { EditedValue } from './changes/wait-until-idle.ts'
import { type PendingAction, intentOf } from './pending-action-intent.ts'

export interface WaitingAction {
  /** Unique among those that wait. */
  id: string
  action: PendingAction
  /** The edits that it was requested with. It is not carried out with any others. */
  edits: readonly EditedValue[]
  /** True once it has been begun, so that it may be carried out without an answer. */
  isSent?: boolean
  /** Set until the user has it carried out: it is from before the document was loaded, or its edits could not be saved. */
  paused?: 'interrupted' | 'refused'
}

/** Returns the action that is to be carried out next; undefined while none is to be. */
export const nextOf = (actions: readonly WaitingAction[]) =>
  actions.find(({ paused }) => paused === undefined)

/** True for an undo or a redo. */
export const isUndoOrRedo = ({ action }: Pick<WaitingAction, 'action'>) =>
  action.type === 'undo.requested' || action.type === 'redo.requested'

/** Adds an action to the end, in place of the same one. Copies are created each time. */
export const withAction = (actions: readonly WaitingAction[], added: WaitingAction) => [
  ...actions.filter(({ action }) => isCopying(action) || !isSame(action, added.action)),
  added,
]

const isCopying = ({ type }: PendingAction) =>
  type === 'paste.requested' || type === 'duplicate.requested'

const isSame = (one: PendingAction, other: PendingAction) =>
  JSON.stringify(one) === JSON.stringify(other)

export const withoutAction = (actions: readonly WaitingAction[], id: string | null) =>
  actions.filter((waiting) => waiting.id !== id)

/** Names a resource by its new IRI. */
export const withReplacedIri = (
  actions: readonly WaitingAction[],
  { from, to }: { from: Iri; to: Iri },
) =>
  actions.map((waiting): WaitingAction => {
    const { action } = waiting
    if ('iri' in action && action.iri === from)
      return { ...waiting, action: { ...action, iri: to } }
    if (!('iris' in action) || !action.iris.includes(from)) return waiting
    return {
      ...waiting,
      action: { ...action, iris: action.iris.map((iri) => (iri === from ? to : iri)) },
    }
  })

/** True if something was edited after an action was requested, which would be published, undone or lost with it. */
export const isOutdated = (
  { action, edits }: Pick<WaitingAction, 'action' | 'edits'>,
  now: readonly EditedValue[],
) => concernsEdits(action) && now.some((edit) => !edits.some((other) => isSameEdit(edit, other)))

/** True for an action that would publish, delete or undo what was edited after it was requested. */
const concernsEdits = (action: PendingAction) =>
  intentOf(action) === null ||
  [
    'publish.requested',
    'publishAll.requested',
    'schedule.requested',
    'delete.requested',
    'deleteAll.requested',
  ].includes(action.type)

const isSameEdit = (one: EditedValue, other: EditedValue) =>
  one.property === other.property && isSameValue(one.value, other.value)

/** Returns the resources of which those that are there tell whether an action is carried out. */
export const irisOf = (action: PendingAction): readonly Iri[] => {
  if ('iris' in action) return action.iris
  if ('positions' in action) return action.positions
  return 'iri' in action ? [action.iri] : []
}

/**
 * True if all is as a publication or a deletion would leave it, given its resources; null for one that is gone. Of other
 * actions, nothing tells.
 */
export const isCarriedOut = ({ type }: PendingAction, now: readonly (Resource | null)[]) =>
  /^(?:publish|delete)/.test(type) &&
  now.every((resource) => resource === null || (type.startsWith('publish') && isLive(resource)))
