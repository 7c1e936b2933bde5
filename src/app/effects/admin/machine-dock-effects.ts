/** Provides the effects of the viewer beside the page. The code that tells another window what happens is loaded with it. */
import { fromCallback } from 'xstate'
import { type MachineDockEvent, machineDockMachine } from '#machines/admin/machine-dock.ts'
import { newId } from '#src/ui/new-id.ts'

export const machineDock = machineDockMachine.provide({
  actors: {
    shareSystem: fromCallback<MachineDockEvent, undefined>(({ self, sendBack }) => {
      const id = newId()
      // At once, since browsers open windows only right after a press.
      const opened = open(`/_cwa/machines?window=${id}`, '', 'popup,width=1200,height=900')
      if (!opened) {
        sendBack({ type: 'window.refused' })
        return
      }
      const controller = new AbortController()
      const share = async () => {
        const { shareSystem } = await import('./shared-system.ts')
        if (!controller.signal.aborted) shareSystem(self, id, controller.signal)
      }
      share().catch(() => sendBack({ type: 'window.refused' }))
      return () => controller.abort()
    }),
  },
})
