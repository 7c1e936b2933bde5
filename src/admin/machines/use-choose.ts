import { useSelector } from '@xstate/react'
import { type MachineChoice, machineSearch } from '#content/admin/machine-choice.ts'
import { locationOf } from '#content/navigation/location.ts'
import { type MachineViewerRef, selectChoice } from '#machines/admin/machine-viewer.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { usePath } from '#src/views/hooks/use-path.ts'

/** Returns functions that choose what is shown, and that return the address of it. */
export function useChoose(viewerRef: MachineViewerRef) {
  const navigationRef = useAppActor('navigation')
  const path = usePath()
  const choice = useSelector(viewerRef, selectChoice)
  const hrefTo = (changes: Partial<MachineChoice>) =>
    path + machineSearch({ ...choice, ...changes })
  return {
    hrefTo,
    choose: (changes: Partial<MachineChoice>) =>
      navigationRef.send({
        type: 'navigation.requested',
        to: locationOf(hrefTo(changes)),
        source: 'code',
        replace: true,
      }),
  }
}
