import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { isSuperAdmin } from '#content/admin/roles.ts'
import { selectUser } from '#machines/session/auth.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { AdminScreen } from './AdminScreen.tsx'

interface SuperAdminsOnlyProps {
  /** The title of the screen. */
  title: string
  children: ReactNode
}

/** Shows a screen to super admins, and others why they do not see it. */
export function SuperAdminsOnly({ title, children }: SuperAdminsOnlyProps) {
  const user = useSelector(useAppActor('auth'), selectUser)
  if (user === null || isSuperAdmin(user)) return children
  return (
    <AdminScreen title={title} back={{ href: '/_cwa', label: 'Back to the admin area' }}>
      <p role="alert">
        Only super admins may open this. If you need it, ask one of them for the role.
      </p>
    </AdminScreen>
  )
}
