import { useSelector } from '@xstate/react'
import type { ShownList } from '#content/admin/resource-lists.ts'
import { isSuperAdmin } from '#content/admin/roles.ts'
import { selectUser } from '#machines/session/auth.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'

/** Returns false for the account of others than super admins: they come from the menu, and see no list of accounts. */
export function useIsListed({ name }: ShownList) {
  const user = useSelector(useAppActor('auth'), selectUser)
  return name !== 'users' || isSuperAdmin(user)
}
