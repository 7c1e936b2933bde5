/** Creates everything that the editor renders. Part of the editor bundle, which is loaded for administrators only. */
import type { EditorViews } from '#src/views/registry/editing-context.ts'
import { EditorBar } from './bar/EditorBar.tsx'
import { MaintenanceNotice } from './bar/MaintenanceNotice.tsx'
import { EditableComponent } from './page/EditableComponent.tsx'
import { EditableGroup } from './page/EditableGroup.tsx'
import { EditablePage } from './page/EditablePage.tsx'
import { EmptyPosition } from './page/EmptyPosition.tsx'
import { useIsPageShown } from './hooks/use-is-page-shown.ts'
import { useReportEditing } from './page/page-actors.tsx'
import { Outline } from './outline/Outline.tsx'
import { PanelDock } from './panel/PanelDock.tsx'
import { ToolErrorBoundary } from './feedback/ToolErrorBoundary.tsx'
import { EditorOverlay } from './EditorOverlay.tsx'
import { MachineOverlay, type MachineDockView } from './MachineOverlay.tsx'
import { ItemOverlay, type PageItemView } from './ItemOverlay.tsx'
import { SearchDialog, type SiteSearchView } from './SearchDialog.tsx'
import { type SiteKinds, SiteKindsProvider } from './site-kinds.ts'
import './editor.css'

/** The parts of the admin area that the editor shows. */
interface AdminViews {
  SiteSearch: SiteSearchView
  PageItem: PageItemView
  MachineDock: MachineDockView
}

const AdminOverlay = ({ SiteSearch, PageItem, MachineDock }: AdminViews) => (
  <>
    <ToolErrorBoundary>
      <SearchDialog SiteSearch={SiteSearch} />
    </ToolErrorBoundary>
    <ToolErrorBoundary>
      <ItemOverlay PageItem={PageItem} />
    </ToolErrorBoundary>
    <ToolErrorBoundary>
      <MachineOverlay MachineDock={MachineDock} />
    </ToolErrorBoundary>
  </>
)

/**
 * Creates the editor's views for a site's kinds. What is drawn around the page is wrapped in `SiteKindsProvider`; the views of
 * the page find the kinds in their own context, since nothing can be wrapped around them without mounting the page again.
 */
export const createEditorViews = (site: SiteKinds, adminViews: AdminViews): EditorViews => {
  const pageViews = {
    Page: EditablePage,
    Component: EditableComponent,
    EmptyPosition,
    Group: EditableGroup,
    site,
  }
  return {
    Bar: () => {
      const always = [EditorBar, MaintenanceNotice]
      const tools = useIsPageShown() ? [...always, Outline, PanelDock] : always
      return (
        <SiteKindsProvider value={site}>
          {tools.map((Tool) => (
            <ToolErrorBoundary key={Tool.name}>
              <Tool />
            </ToolErrorBoundary>
          ))}
        </SiteKindsProvider>
      )
    },
    Overlay: ({ onEditing }) => {
      useReportEditing(pageViews, onEditing)
      return (
        <SiteKindsProvider value={site}>
          <EditorOverlay />
          <AdminOverlay {...adminViews} />
        </SiteKindsProvider>
      )
    },
  }
}
