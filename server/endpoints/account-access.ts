/** The rule for endpoints of accounts: super admins may use those of every account, everyone else those of their own. */
import type { Context } from 'hono'
import { requireSuperAdmin } from '../http/endpoint-helpers.ts'
import type { Env } from '../http/hono-env.ts'

/** Returns the id of an account; throws 401 or 403 unless it is the viewer's own or the viewer is a super admin. */
export const requireAccess = (c: Context<Env>, id: string) => {
  if (id !== c.get('viewer').userId) requireSuperAdmin(c)
  return id
}
