/** The rules for endpoints of accounts: super admins may use those of every account, everyone else those of their own. */
import type { Context } from 'hono'
import { isSuperAdmin } from '../auth/viewer.ts'
import type { Env } from '../http/hono-env.ts'
import { problem } from '../http/problem.ts'

type C = Context<Env>

/** Throws 401 or 403 unless the viewer is a super admin. */
export const requireSuperAdmin = (c: C) => {
  const viewer = c.get('viewer')
  if (!isSuperAdmin(viewer)) throw problem(viewer.userId === null ? 401 : 403)
}

/** Returns the id of an account; throws 401 or 403 unless it is the viewer's own or the viewer is a super admin. */
export const requireAccess = (c: C, id: string) => {
  if (id !== c.get('viewer').userId) requireSuperAdmin(c)
  return id
}
