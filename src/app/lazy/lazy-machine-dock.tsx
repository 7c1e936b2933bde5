/** Loads the viewer of machines when it is opened beside the page for the first time. */
import { MissingDialog } from '#src/editor/dialogs/MissingDialog.tsx'
import type { MachineDockProps, MachineDockView } from '#src/editor/MachineOverlay.tsx'
import { type Retryable, lazyView } from '#src/ui/lazy/lazy-view.tsx'

const loadMachineDock = async () =>
  (await import('#src/admin/machines/MachineDock.tsx')).MachineDock

export const LazyMachineDock: MachineDockView = lazyView<MachineDockProps>(loadMachineDock, {
  Missing: ({ onClose, onRetry }: MachineDockProps & Retryable) => (
    <MissingDialog label="Machines" onClose={onClose} onRetry={onRetry} />
  ),
})
