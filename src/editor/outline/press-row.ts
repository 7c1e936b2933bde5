/** Handles a press on a row of the outline, by the pointer or by a key. */
import { type Iri, isIriOf } from '#content/model/iri.ts'
import type { OutlineRow } from '#content/page/outline/outline.ts'
import { isRenamable } from '#content/page/outline/section-name.ts'
import type { OutlineRef } from '#machines/editing/outline.ts'
import {
  type SelectionRef,
  selectArea,
  selectStack,
} from '#machines/editing/selection/selection.ts'
import { hasRoomBesidePage } from '../dom/has-room-beside-page.ts'
import { findResourceElement } from '../dom/hit-test.ts'
import { scrollIntoView } from '../dom/scroll-into-view.ts'
import {
  type MultipleSelectionOptions,
  canExtendSelection,
  extendModeOf,
  extendSelection,
} from '../extend-selection.ts'

interface Actors {
  outlineRef: OutlineRef
  selectionRef: SelectionRef
}

/** Selects the resource of a row on the page. */
export function pressRow(row: OutlineRow, selectedKey: string | null, actors: Actors) {
  const { key, iri } = row.item
  if (key === selectedKey) showOnPage(iri)
  select(row, actors)
  actors.outlineRef.send({ type: 'item.selected', isCovered: !hasRoomBesidePage() })
}

/**
 * Selects the section of a row, and lets it be renamed. To rename one of the area that is not edited, it need not be selected,
 * which would ask first: visitors do not see its name. A section of the template of a page is renamed there.
 */
export function renameRow(row: OutlineRow | undefined, actors: Actors) {
  if (!row || !isIriOf('COMPONENT_GROUP', row.item.iri)) return
  const { key, area } = row.item
  const isRenamed = isRenamable(row.item)
  if (!isRenamed || area === selectArea(actors.selectionRef.getSnapshot())) select(row, actors)
  if (isRenamed) actors.outlineRef.send({ type: 'rename.requested', key })
}

const select = ({ item: { iri, stack, area } }: OutlineRow, { selectionRef }: Actors) => {
  const index = selectStack(selectionRef.getSnapshot()).indexOf(iri)
  // Something inside is selected: `resource.selected` ignores a resource that contains the selection, so it is selected
  // as an ancestor.
  if (index > 0) selectionRef.send({ type: 'ancestor.selected', index })
  else selectionRef.send({ type: 'resource.selected', stack, area })
}

/**
 * Extends the selection to the component of a row, if a modifier key is held for that. Returns false if none is, or if the
 * component cannot be selected with others.
 */
export function extendToRow(
  row: OutlineRow | undefined,
  event: Parameters<typeof extendModeOf>[0],
  options: MultipleSelectionOptions,
) {
  const mode = extendModeOf(event)
  if (!row || !mode) return false
  const { stack, area } = row.item
  const component = { stack, area }
  if (!canExtendSelection(component, options)) return false
  extendSelection(component, mode, options)
  return true
}

/** Collapses or expands a row. */
export function toggleRow({ item: { key }, isExpanded }: OutlineRow, outlineRef: OutlineRef) {
  if (isExpanded === null) return
  outlineRef.send({ type: isExpanded ? 'item.collapsed' : 'item.expanded', key })
}

/** Scrolls to what is selected already; a new selection is scrolled to anyway. */
const showOnPage = (iri: Iri) => {
  const element = findResourceElement(iri)
  if (element) scrollIntoView(element)
}
