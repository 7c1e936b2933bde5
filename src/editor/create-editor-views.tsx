/** Creates everything that the editor renders. Part of the editor bundle, which is loaded for administrators only. */
import type { ReactNode } from 'react'
import { isEditing } from '#machines/editing/edit-mode.ts'
import type { EditorViews } from '#src/views/registry/editing-context.ts'
import { EditorBar } from './bar/EditorBar.tsx'
import { EditableComponent } from './page/EditableComponent.tsx'
import { EditableGroup } from './page/EditableGroup.tsx'
import { EditablePage } from './page/EditablePage.tsx'
import { PageActorsProvider } from './page/page-actors.tsx'
import { Outline } from './outline/Outline.tsx'
import { PanelDock } from './panel/PanelDock.tsx'
import { EditorOverlay } from './EditorOverlay.tsx'
import { type SiteKinds, SiteKindsProvider } from './site-kinds.ts'
import './editor.css'

/**
 * Creates the editor's views for a site's kinds. Each is wrapped in `SiteKindsProvider`, because it is rendered outside one;
 * components are always rendered in a page or a group.
 */
export const createEditorViews = (site: SiteKinds): EditorViews => {
  const OnPage = ({ children }: { children: ReactNode }) => (
    <SiteKindsProvider value={site}>
      <PageActorsProvider>{children}</PageActorsProvider>
    </SiteKindsProvider>
  )
  return {
    Bar: () => (
      <SiteKindsProvider value={site}>
        <EditorBar />
        <Outline />
        <PanelDock />
      </SiteKindsProvider>
    ),
    Overlay: () => (
      <SiteKindsProvider value={site}>
        <EditorOverlay />
      </SiteKindsProvider>
    ),
    editable: {
      Page: (props) => (
        <OnPage>
          <EditablePage {...props} />
        </OnPage>
      ),
      Component: EditableComponent,
      Group: (props) => (
        <OnPage>
          <EditableGroup {...props} />
        </OnPage>
      ),
    },
    isEditing,
  }
}
