import { useSelector } from '@xstate/react'
import { twoFactorRequired } from '#content/account/two-factor.ts'
import { selectUser } from '#machines/session/auth.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { AdminScreen } from '../AdminScreen.tsx'
import { TwoFactor } from './TwoFactor.tsx'

/** Has an editor set up the second factor that the site requires, before anything else. */
export function TwoFactorScreen({ title }: { title: string }) {
  const user = useSelector(useAppActor('auth'), selectUser)
  if (!user) return null
  return (
    <AdminScreen title={title} back={null} navigation={false}>
      <p>{twoFactorRequired}</p>
      <TwoFactor account={user['@id']} isRequired />
    </AdminScreen>
  )
}
