/** The options of the DOM listeners of edit mode. */
import type { LinkPreviewRef } from '#machines/editing/selection/link-preview.ts'
import type { PageInputRef } from '#machines/editing/page-input.ts'
import { selectArea } from '#machines/editing/selection/selection.ts'
import type { MultipleSelectionOptions } from '../extend-selection.ts'
import type { HistoryRequestRefs } from '../request-history.ts'

export interface PageListenerOptions extends MultipleSelectionOptions, HistoryRequestRefs {
  pageInputRef: PageInputRef
  linkPreviewRef: LinkPreviewRef
}

/** Returns the area that is being edited. */
export const areaOf = ({ selectionRef }: PageListenerOptions) =>
  selectArea(selectionRef.getSnapshot())

/** Adds a listener to the document. */
export type On = <Type extends keyof DocumentEventMap>(
  type: Type,
  listener: (event: DocumentEventMap[Type]) => void,
  options?: AddEventListenerOptions,
) => void
