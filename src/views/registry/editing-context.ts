/**
 * The context through which the editor replaces views. The editor is loaded for administrators only and never imported
 * here.
 */
import { type ComponentType, type ReactNode, createContext } from 'react'
import type { Iri } from '#content/model/iri.ts'
import type { Page } from '#content/model/resource.ts'
import type { InlinePage, InlinePageData } from './registry.ts'

export interface EditableViews {
  /** Renders nothing, and reports what the template gets in place of a page and its data. */
  Page: ComponentType<{ resource: Page; onChange: (shown: ShownPage | null) => void }>
  /**
   * Replaces the view of a component. `iri` is the one that the position names; `position` is null outside of
   * positions.
   */
  Component: ComponentType<{ iri: Iri<'COMPONENT'>; position: Iri<'COMPONENT_POSITION'> | null }>
  /** Shows that a position is empty. */
  EmptyPosition: ComponentType<{ iri: Iri<'COMPONENT_POSITION'> }>
  /**
   * Renders the placeholder of an empty group, and reports what a group shows in place of its positions: these through
   * `PositionView` in the pending order, and the staged component.
   */
  Group: ComponentType<{
    iri: Iri<'COMPONENT_GROUP'>
    positions: readonly Iri<'COMPONENT_POSITION'>[]
    onChange: (children: ReactNode) => void
  }>
}

/** A page as its template gets it in edit mode: with the editors of its texts. */
export interface ShownPage {
  page: InlinePage
  /** Null for a page without data. */
  pageData: InlinePageData | null
}

/** The editor's views in edit mode, else null. */
export const EditingContext = createContext<EditableViews | null>(null)

/** Everything that the app renders of the editor, as `createEditorViews` in `src/editor` returns it. */
export interface EditorViews {
  /** The bar, the outline and the space for the panel, while an administrator is signed in. */
  Bar: ComponentType
  /**
   * Rendered after the page: highlights, panel, dialogs and notifications. It reports the views that replace those of the page
   * in edit mode, and null once that ends.
   */
  Overlay: ComponentType<{ onEditing: (views: EditableViews | null) => void }>
}
