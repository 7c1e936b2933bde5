/** Finds what is selected to be copied, and copies it with what was typed and is not saved yet. */
import { versionsOf } from '#content/change/component-uses.ts'
import { editedVersion } from '#content/change/edited-version.ts'
import type { ComponentCopy } from '#content/clipboard/component-copy.ts'
import { copyOf } from '#content/clipboard/copy-component.ts'
import { type Iri, isIriOf } from '#content/model/iri.ts'
import { type ReadResource, createReader, isResourceOf } from '#content/model/resource.ts'
import { positionIn } from '#content/page/selection/multiple-selection.ts'
import { type PositionedComponent, componentsOn } from '#content/page/page-components.ts'
import type { AssembledPage } from '#content/page/page.ts'
import type { NotificationsRef } from '#machines/app/notifications.ts'
import { selectPendingValue } from '#machines/editing/changes/field.ts'
import { type PendingEditsRef, selectFields } from '#machines/editing/changes/pending-edits.ts'
import type { ClipboardRef } from '#machines/editing/clipboard.ts'
import type { EditModeRef } from '#machines/editing/edit-mode.ts'
import {
  type MultipleSelectionRef,
  isActive,
  selectComponents,
} from '#machines/editing/selection/multiple-selection.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import type { SiteKinds } from '../site-kinds.ts'

export interface ClipboardActionsContext {
  editModeRef: EditModeRef
  selectionRef: SelectionRef
  multipleSelectionRef: MultipleSelectionRef
  pendingEditsRef: PendingEditsRef
  clipboardRef: ClipboardRef
  notificationsRef: NotificationsRef
  read: ReadResource
  site: SiteKinds
  page: () => AssembledPage | null
}

/** Returns the components that are selected together, in the order of the page. */
export const selectedComponents = ({
  multipleSelectionRef,
  read,
  page,
}: Pick<
  ClipboardActionsContext,
  'multipleSelectionRef' | 'read' | 'page'
>): PositionedComponent[] => {
  const snapshot = multipleSelectionRef.getSnapshot()
  const shownPage = page()
  if (!isActive(snapshot) || !shownPage) return []
  const positions = new Set(selectComponents(snapshot).map(positionIn))
  return componentsOn(shownPage, read).filter((component) => positions.has(positionIn(component)))
}

/** Returns the groups of components. */
export const groupsIn = (components: readonly PositionedComponent[]): ReadonlySet<Iri> =>
  new Set(
    components.flatMap(({ stack }) => stack.find((iri) => isIriOf('COMPONENT_GROUP', iri)) ?? []),
  )

/** Returns copies of components; null if one of them is not known any more. */
export const copiesOf = (
  iris: readonly Iri<'COMPONENT'>[],
  context: ClipboardActionsContext,
): ComponentCopy[] | null => {
  const copies = iris.map((iri) => copyOf(iri, withPendingEdits(context)))
  const known = copies.filter((copy) => copy !== null)
  return known.length < copies.length ? null : known
}

/** Reads components with what was typed and is not saved yet. */
const withPendingEdits = (context: ClipboardActionsContext) =>
  createReader((iri) => {
    const resource = context.read(iri)
    return resource && isResourceOf('COMPONENT', resource)
      ? { ...resource, ...Object.fromEntries(pendingEditsOf(resource['@id'], context)) }
      : resource
  })

/** Returns the values that were typed into a component, by property. The live version beside a draft has none. */
export const pendingEditsOf = (
  iri: Iri<'COMPONENT'>,
  { read, pendingEditsRef }: Pick<ClipboardActionsContext, 'read' | 'pendingEditsRef'>,
) => {
  if (editedVersion(iri, read) !== iri) return []
  return versionsOf(iri, read)
    .flatMap((version) => Object.entries(selectFields(version)(pendingEditsRef.getSnapshot())))
    .map(([property, ref]) => [property, selectPendingValue(ref.getSnapshot())] as const)
    .filter(([, value]) => value !== undefined)
}
