/** The properties of the parts of the viewer. */
import type { MachineViewerRef } from '#machines/admin/machine-viewer.ts'

export interface ViewerProps {
  viewerRef: MachineViewerRef
}
