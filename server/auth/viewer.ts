/** The person a request is answered for: a visitor, who is not signed in, or a user with roles. */
import type { Role } from '#content/model/resource.ts'

export interface Viewer {
  /** The id of the account; null for visitors. */
  userId: string | null
  /** The roles of the user with those that they include; empty for visitors. */
  roles: readonly Role[]
  /** The name of the account, and the address of the client, for the audit log; absent for the server itself. */
  username?: string
  address?: string
  /** True for a viewer whose changes are not logged, because nobody has asked for them. */
  isUnaudited?: boolean
}

/** A visitor. */
export const anonymous: Viewer = { userId: null, roles: [] }

/** True for editors: users with `ROLE_ADMIN`, who see drafts and change content. */
export const isEditor = ({ roles }: Viewer) =>
  roles.includes('ROLE_ADMIN') || roles.includes('ROLE_SUPER_ADMIN')

/** True for super admins: users with `ROLE_SUPER_ADMIN`, who manage all accounts. */
export const isSuperAdmin = ({ roles }: Viewer) => roles.includes('ROLE_SUPER_ADMIN')
