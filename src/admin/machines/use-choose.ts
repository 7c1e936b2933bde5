import { useSelector } from '@xstate/react'
import type { MouseEvent } from 'react'
import { type MachineChoice, machineSearch } from '#content/admin/machine-choice.ts'
import { locationOf } from '#content/navigation/location.ts'
import {
  type MachineViewerRef,
  isBesideThePage,
  selectChoice,
  selectPath,
} from '#machines/admin/machine-viewer.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { isUnmodifiedClick } from '#src/ui/is-unmodified-click.ts'

type Changes = Partial<MachineChoice>

/** The screen of the viewer. */
const screen = '/_cwa/machines'

/** Returns functions that choose what is shown, and that return the properties of a link to it. */
export function useChoose(viewerRef: MachineViewerRef) {
  const navigationRef = useAppActor('navigation')
  const choice = useSelector(viewerRef, selectChoice)
  const path = useSelector(viewerRef, selectPath)
  const beside = useSelector(viewerRef, isBesideThePage)
  const hrefTo = (changes: Changes) => (path ?? screen) + machineSearch({ ...choice, ...changes })
  const choose = (changes: Changes) => {
    if (beside) viewerRef.send({ type: 'choice.made', choice: { ...choice, ...changes } })
    else
      navigationRef.send({
        type: 'navigation.requested',
        to: locationOf(hrefTo(changes)),
        source: 'code',
        replace: true,
      })
  }
  return {
    choose,
    linkTo: (changes: Changes) => ({
      href: hrefTo(changes),
      onClick: (event: MouseEvent) => {
        // Beside a page, the link would lead away from it.
        if (!beside || !isUnmodifiedClick(event)) return
        event.preventDefault()
        choose(changes)
      },
    }),
  }
}
