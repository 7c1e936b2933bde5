import { useSelector } from '@xstate/react'
import { type Iri, isIriOf } from '#content/model/iri.ts'
import { type InsertSide, insertionPointFor } from '#content/model/insertion-point.ts'
import { isDraft } from '#content/model/publish-state.ts'
import type { Component } from '#content/model/resource.ts'
import { isAreaRoot } from '#content/page/selection/area-root.ts'
import { positionIn } from '#content/page/selection/multiple-selection.ts'
import { type EditModeRef, selectMultipleSelectionRef } from '#machines/editing/edit-mode.ts'
import type { PendingEditsRef } from '#machines/editing/changes/pending-edits.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { useResourceCache, useResourceSelector } from '#src/resources/use-resource.ts'
import { refusalOf } from '../action-refusal.ts'
import { pendingEditsOf } from '../clipboard/copied-components.ts'
import { useClipboardControls } from '../clipboard/use-clipboard-actions.ts'
import { selectedAlone } from '../extend-selection.ts'
import { useTemplateLocks } from './use-content-scope.ts'
import type { MoveTarget } from './use-group-order.ts'
import { useLiveAndDraft, useSelection } from './use-selection.ts'

interface ActorRefs {
  editModeRef: EditModeRef
  selectionRef: SelectionRef
  pendingEditsRef: PendingEditsRef
}

const siblingInserts: [InsertSide, string][] = [
  ['before', 'Add before'],
  ['after', 'Add after'],
]
const groupInserts: [InsertSide, string][] = [
  ['start', 'Add to start'],
  ['end', 'Add to end'],
]

export type ResourceActions = ReturnType<typeof useResourceActions>

/**
 * Returns the actions for the selected resource, which the panel and the toolbar on the page offer: those that are null or
 * missing do not apply to it, and while there is a `refusal` none can be started.
 */
export function useResourceActions({ editModeRef, selectionRef, pendingEditsRef }: ActorRefs) {
  const { selectedIri = '', position, group } = useSelection(selectionRef)
  const { live, draft, visible } = useLiveAndDraft(selectedIri, selectionRef)
  const isGroup = isIriOf('COMPONENT_GROUP', selectedIri)
  const addTarget = isGroup ? selectedIri : position
  const { isLocked, isPositionLocked } = useTemplateLocks(selectedIri, addTarget)
  const isKept = isLocked || isGroup || isAreaRoot(selectedIri)
  const refusal = useSelector(editModeRef, refusalOf)
  const iri = visible?.['@id'] ?? selectedIri
  const insertsAt = useInsertsAt(editModeRef, isGroup)
  const canInsert = addTarget !== undefined && !isLocked && !isPositionLocked
  const moveTarget: MoveTarget | null =
    canInsert && !isGroup && position && group ? { pendingEditsRef, group, position } : null
  const removal = useRemoval(
    { editModeRef, pendingEditsRef },
    { iri, hasBoth: live !== null && draft !== null, position: moveTarget?.position },
  )
  return {
    refusal,
    ...draftActions(editModeRef, isLocked ? undefined : visible, live !== null),
    inserts: canInsert ? insertsAt(addTarget) : [],
    moveTarget,
    copying: useClipboardControls(
      { editModeRef, selectionRef, pendingEditsRef },
      { isLocked, canInsert },
    ),
    selectOthers: selectOthersOf({ editModeRef, selectionRef }, canInsert),
    remove: isKept ? null : removal,
  }
}

interface DraftActions {
  publish: (() => void) | null
  discard: (() => void) | null
}

/** Returns what can be done with a draft. One without a live version is not discarded, but deleted. */
const draftActions = (
  editModeRef: EditModeRef,
  component: Component | undefined,
  hasLive: boolean,
): DraftActions => {
  if (!component || !isDraft(component)) return { publish: null, discard: null }
  const { '@id': iri } = component
  return {
    publish: () => editModeRef.send({ type: 'publish.requested', iri }),
    discard: hasLive
      ? () => editModeRef.send({ type: 'delete.requested', iri, isDraft: true })
      : null,
  }
}

interface Removed {
  iri: Iri
  /** True for a component with a live version and a draft. */
  hasBoth: boolean
  /** The position that belongs to the page, and is not kept for other content. */
  position: Iri<'COMPONENT_POSITION'> | undefined
}

/**
 * Returns a function that deletes a resource. A component with a draft beside its live version, also one that is only being
 * saved, is deleted with its position; null where that is kept, because one version would be left.
 */
function useRemoval(
  { editModeRef, pendingEditsRef }: Pick<ActorRefs, 'editModeRef' | 'pendingEditsRef'>,
  { iri, hasBoth, position: placedAt }: Removed,
): (() => void) | null {
  const cache = useResourceCache()
  const isDynamic = useResourceSelector((read) =>
    Boolean(placedAt && read(placedAt)?.pageDataProperty),
  )
  const position = isDynamic ? undefined : placedAt
  if (hasBoth && !position) return null
  const isTyped = () =>
    isIriOf('COMPONENT', iri) &&
    pendingEditsOf(iri, { read: cache.read, pendingEditsRef }).length > 0
  return () =>
    editModeRef.send(
      position && (hasBoth || isTyped())
        ? { type: 'deleteAll.requested', positions: [position] }
        : { type: 'delete.requested', iri },
    )
}

/** Returns a function that gives the ways to add beside a position, or into a group. */
const useInsertsAt = (editModeRef: EditModeRef, isGroup: boolean) => {
  const insert = useInsert(editModeRef)
  return (target: Iri) =>
    (isGroup ? groupInserts : siblingInserts).map(([side, label]) => ({
      label,
      insert: () => insert(target, side),
    }))
}

/** Returns a function that asks for what to add beside a position, or at an end of a group. */
export function useInsert(editModeRef: EditModeRef) {
  const { read } = useResourceCache()
  return (target: Iri, side: InsertSide) => {
    const insertionPoint = insertionPointFor(target, side, read)
    if (insertionPoint) editModeRef.send({ type: 'add.requested', insertionPoint })
  }
}

/** Returns a function with which presses on other components select them together with the selected one; null for others. */
const selectOthersOf = (
  { editModeRef, selectionRef }: Pick<ActorRefs, 'editModeRef' | 'selectionRef'>,
  canInsert: boolean,
) => {
  const component = selectedAlone(selectionRef)
  if (!canInsert || !component || !positionIn(component)) return null
  return () =>
    selectMultipleSelectionRef(editModeRef.getSnapshot())?.send({
      type: 'picking.requested',
      component,
    })
}
