import { useSelector } from '@xstate/react'
import type { ComponentType } from 'react'
import { isOpen, isWindowRefused } from '#machines/admin/machine-dock.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { usePath } from '#src/views/hooks/use-path.ts'

/** The viewer of machines beside the page, which is a part of the admin area and loaded when it is opened. */
export type MachineDockView = ComponentType<MachineDockProps>

export interface MachineDockProps {
  /** True if the browser has not opened a window for it. */
  isWindowRefused: boolean
  onOpenWindow: () => void
  onClose: () => void
}

/** The screen that is the viewer itself. */
const viewerPath = '/_cwa/machines'

/** Shows the viewer of machines beside the page once that is requested. */
export function MachineOverlay({ MachineDock }: { MachineDock: MachineDockView }) {
  const machineDockRef = useAppActor('machineDock')
  const path = usePath()
  const refused = useSelector(machineDockRef, isWindowRefused)
  const open = useSelector(machineDockRef, isOpen)
  if (!open || path === viewerPath) return null
  return (
    <MachineDock
      isWindowRefused={refused}
      onOpenWindow={() => machineDockRef.send({ type: 'window.requested' })}
      onClose={() => machineDockRef.send({ type: 'watch.dismissed' })}
    />
  )
}
