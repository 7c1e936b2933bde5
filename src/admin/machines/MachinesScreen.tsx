import { machineIds } from '#src/app/effects/admin/chart-files.ts'
import { machineViewer } from '#src/app/effects/admin/machine-viewer-effects.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { usePath } from '#src/views/hooks/use-path.ts'
import { useSearch } from '#src/views/hooks/use-search.ts'
import { AdminScreen } from '../AdminScreen.tsx'
import { MachineViewer } from './MachineViewer.tsx'

/** Shows the charts of all machines, and what the actors of this page do. */
export function MachinesScreen({ title }: { title: string }) {
  const [path, search] = [usePath(), useSearch()]
  const viewerRef = useViewActor('machineViewer', machineViewer, { path, search })
  return (
    <AdminScreen title={title} width="full">
      <MachineViewer viewerRef={viewerRef} machines={machineIds} />
    </AdminScreen>
  )
}
