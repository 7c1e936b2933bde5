/** A screen of the app on which something can be unsaved, with the guard that asks before it is left. */
import { leaveGuard } from '#src/app/effects/admin/leave-guard-effects.ts'
import { LeaveDialog } from '#src/admin/LeaveDialog.tsx'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { usePath } from '#src/views/hooks/use-path.ts'

/** The app of a test has no services, through which the guard goes back. */
const guard = leaveGuard.provide({
  actions: { restoreLocation: (_, { delta }) => history.go(-delta) },
})

export const guardedPath = '/_cwa/pages'

export const GuardedScreen = () => (usePath() === guardedPath ? <Guarded /> : <main id="main" />)

function Guarded() {
  const leaveGuardRef = useViewActor('leaveGuard', guard, undefined)
  return (
    <main id="main">
      <h1>Guarded</h1>
      <button onClick={() => leaveGuardRef.send({ type: 'changes.made' })}>Change</button>
      <button onClick={() => leaveGuardRef.send({ type: 'changes.settled' })}>Save</button>
      <a href="/about">About</a>
      <a href={`${guardedPath}#below`}>Below</a>
      <LeaveDialog leaveGuardRef={leaveGuardRef} />
    </main>
  )
}
