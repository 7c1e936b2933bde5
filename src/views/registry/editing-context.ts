/**
 * The context through which the editor replaces views. The editor is loaded for administrators only and never imported
 * here.
 */
import { type ComponentType, createContext } from 'react'
import type { SnapshotFrom } from 'xstate'
import type { Iri } from '#content/model/iri.ts'
import type { Page } from '#content/model/resource.ts'
import type { editModeMachine } from '#machines/editing/edit-mode.ts'

export interface EditableViews {
  /** Renders the content of a page inside its element. */
  Page: ComponentType<{ resource: Page }>
  /**
   * Replaces the view of a component. `iri` is the one that the position names; `position` is null outside of
   * positions.
   */
  Component: ComponentType<{ iri: Iri<'COMPONENT'>; position: Iri<'COMPONENT_POSITION'> | null }>
  /**
   * Renders the content of a group inside its element: its positions through `PositionView` in the pending order, the
   * staged component, and the placeholder of an empty group.
   */
  Group: ComponentType<{
    iri: Iri<'COMPONENT_GROUP'>
    positions: readonly Iri<'COMPONENT_POSITION'>[]
  }>
}

/** The editor's views in edit mode, else null. */
export const EditingContext = createContext<EditableViews | null>(null)

/** Everything that the app renders of the editor, as `createEditorViews` in `src/editor` returns it. */
export interface EditorViews {
  /** The bar, the outline and the space for the panel, while an administrator is signed in. */
  Bar: ComponentType
  /** Rendered after the page: highlights, panel, dialogs and notifications. */
  Overlay: ComponentType
  /** The views that replace those of the page while `isEditing` is true. */
  editable: EditableViews
  isEditing: (editMode: SnapshotFrom<typeof editModeMachine>) => boolean
}
