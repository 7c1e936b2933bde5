/** What the app loads when it knows an administrator, in one piece: all it draws of the editor. */
import { isEditing } from '#machines/edit-mode.ts'
import type { EditorViews } from '#src/views/editing.ts'
import { Bar } from './Bar.tsx'
import { EditableComponent } from './EditableComponent.tsx'
import { EditableGroup } from './EditableGroup.tsx'
import { Overlay } from './Overlay.tsx'
import { type SiteKinds, SiteKindsProvider } from './define-editor.ts'
import './editor.css'

/** For one site's kinds. The page's own tree knows nothing of them, so each part brings them along. */
export const createViews = (site: SiteKinds): EditorViews => ({
  Bar,
  Overlay: () => (
    <SiteKindsProvider value={site}>
      <Overlay />
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
