/** Provides the effects that ask before a screen is left on which something is unsaved. */
import { fromCallback } from 'xstate'
import { type LeaveGuardEvent, leaveGuardMachine } from '#machines/admin/leave-guard.ts'
import type { NavigationRef } from '#machines/page/navigation.ts'
import { servicesOf } from '../../services/services.ts'

export const leaveGuard = leaveGuardMachine.provide({
  actors: {
    guardLeaving: fromCallback<LeaveGuardEvent, undefined>(({ system, sendBack }) => {
      const navigationRef: NavigationRef = system.get('navigation')
      const subscription = navigationRef.on('leaving.requested', ({ request }) =>
        sendBack({ type: 'leaving.requested', request }),
      )
      const warn = (event: BeforeUnloadEvent) => event.preventDefault()
      addEventListener('beforeunload', warn)
      navigationRef.send({ type: 'guard.added' })
      return () => {
        subscription.unsubscribe()
        removeEventListener('beforeunload', warn)
        navigationRef.send({ type: 'guard.removed' })
      }
    }),
  },
  actions: {
    leave: ({ system }, { request }) => {
      const navigationRef: NavigationRef = system.get('navigation')
      navigationRef.send({ type: 'guard.removed' })
      navigationRef.send({ type: 'navigation.requested', ...request })
    },
    restoreLocation: ({ system }, { delta }) => servicesOf(system).history.restore(delta),
  },
})
