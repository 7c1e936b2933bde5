import { useSelector } from '@xstate/react'
import { twoFactorRequired } from '#content/account/two-factor.ts'
import { selectUser } from '#machines/session/auth.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { Button } from '#src/ui/Button.tsx'
import { AdminScreen } from '../AdminScreen.tsx'
import { TwoFactor } from './TwoFactor.tsx'

/** Has an editor set up the second factor that the site requires, before anything else. */
export function TwoFactorScreen({ title }: { title: string }) {
  const authRef = useAppActor('auth')
  const user = useSelector(authRef, selectUser)
  if (!user) return null
  return (
    <AdminScreen title={title} back={null} navigation={false}>
      <p>{twoFactorRequired}</p>
      <TwoFactor account={user['@id']} isRequired />
      <div>
        <Button onClick={() => authRef.send({ type: 'signOut.requested' })}>Sign out</Button>
      </div>
    </AdminScreen>
  )
}
