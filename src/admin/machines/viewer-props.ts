/** The properties of the parts of the viewer. */
import type { WatchedStep } from '#charts/live/watched.ts'
import type { MachineViewerRef } from '#machines/admin/machine-viewer.ts'

export interface ViewerProps {
  viewerRef: MachineViewerRef
}

export interface StepsProps extends ViewerProps {
  /** The steps that are listed. */
  steps: readonly WatchedStep[]
  onChoose: (step: WatchedStep) => void
}
