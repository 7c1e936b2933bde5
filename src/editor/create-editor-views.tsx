/** What the app loads when it knows an administrator, in one piece: all it draws of the editor. */
import { isEditing } from '#machines/editing/edit-mode.ts'
import type { EditorViews } from '#src/views/registry/editing-context.ts'
import { EditorBar } from './bar/EditorBar.tsx'
import { EditableComponent } from './page/EditableComponent.tsx'
import { EditableGroup } from './page/EditableGroup.tsx'
import { EditorOverlay } from './EditorOverlay.tsx'
import { type SiteKinds, SiteKindsProvider } from './define-editor.ts'
import './editor.css'

/** For one site's kinds. The page's own tree knows nothing of them, so each part brings them along. */
export const createEditorViews = (site: SiteKinds): EditorViews => ({
  Bar: EditorBar,
  Overlay: () => (
    <SiteKindsProvider value={site}>
      <EditorOverlay />
    </SiteKindsProvider>
  ),
  editing: {
    Component: (props) => (
      <SiteKindsProvider value={site}>
        <EditableComponent {...props} />
      </SiteKindsProvider>
    ),
    Group: (props) => (
      <SiteKindsProvider value={site}>
        <EditableGroup {...props} />
      </SiteKindsProvider>
    ),
  },
  isEditing,
})
