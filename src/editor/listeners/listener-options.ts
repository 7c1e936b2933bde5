/** The options of the DOM listeners of edit mode. */
import type { ReadResource } from '#content/model/resource.ts'
import type { AssembledPage } from '#content/page/page.ts'
import type { EditModeRef } from '#machines/editing/edit-mode.ts'
import type { LinkPreviewRef } from '#machines/editing/selection/link-preview.ts'
import type { MultipleSelectionRef } from '#machines/editing/selection/multiple-selection.ts'
import type { PageInputRef } from '#machines/editing/page-input.ts'
import { type SelectionRef, selectArea } from '#machines/editing/selection/selection.ts'

export interface PageListenerOptions {
  editModeRef: EditModeRef
  selectionRef: SelectionRef
  multipleSelectionRef: MultipleSelectionRef
  pageInputRef: PageInputRef
  linkPreviewRef: LinkPreviewRef
  read: ReadResource
  /** Returns the page that is shown, or null on a screen of the app. */
  page: () => AssembledPage | null
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
