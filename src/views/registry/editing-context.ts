/** Where the views give way to the editor, which is loaded for administrators only and never imported here. */
import { type ComponentType, createContext } from 'react'
import type { SnapshotFrom } from 'xstate'
import type { Iri } from '#content/model/iri.ts'
import type { editModeMachine } from '#machines/editing/edit-mode.ts'

export interface EditingViews {
  /** Drawn instead of a component's plain view; `iri` is as the position gives it, `position` null outside of one. */
  Component: ComponentType<{ iri: Iri; position: Iri | null }>
  /**
   * Draws what a group holds, inside the group's own element: its positions through `PositionView`, in the order of a
   * move that is not saved yet, what is being added, and the hotspot of an empty group.
   */
  Group: ComponentType<{ iri: Iri; positions: readonly Iri[] }>
}

/** Null for everyone who is not editing: visitors, and editors who look at the page as it is. */
export const EditingContext = createContext<EditingViews | null>(null)

/** What `src/editor/load.ts` exports as `views`: all that the app draws of the editor. */
export interface EditorViews {
  /** Drawn once before the page while an administrator is signed in; it takes room of its own. */
  Bar: ComponentType
  /** Outline, panel and dialogs, drawn once after the page. */
  Overlay: ComponentType
  /** In force while `isEditing` says so. */
  editing: EditingViews
  isEditing: (editMode: SnapshotFrom<typeof editModeMachine>) => boolean
}
