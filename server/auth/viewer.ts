/** The reader of a request: a visitor, or an account with its roles. */
import type { Role } from '#content/model/resource.ts'

export interface Viewer {
  /** Null for visitors who have not signed in. */
  userId: string | null
  /** Expanded through the hierarchy; empty for visitors. */
  roles: readonly Role[]
}

export const anonymous: Viewer = { userId: null, roles: [] }

/** True for users who may see drafts and write content. */
export const isEditor = ({ roles }: Viewer) =>
  roles.includes('ROLE_ADMIN') || roles.includes('ROLE_SUPER_ADMIN')
