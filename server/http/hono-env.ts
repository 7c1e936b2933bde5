/** Who is asking, and what every handler finds on its context. */
import type { HttpBindings } from '@hono/node-server'
import type { Role } from '#content/model/resource.ts'
import type { Origins } from './origins.ts'
import type { Session } from '../auth/sessions.ts'
import type { AccountTable } from '../store/db/schema.ts'

export interface Viewer {
  /** Null for visitors who have not signed in. */
  userId: string | null
  /** Expanded through the hierarchy; empty for visitors. */
  roles: readonly Role[]
}

export const anonymous: Viewer = { userId: null, roles: [] }

/** May see drafts and write content. */
export const isEditor = ({ roles }: Viewer) =>
  roles.includes('ROLE_ADMIN') || roles.includes('ROLE_SUPER_ADMIN')

export interface Env {
  /** The connection; there is none where the API is asked in process. */
  Bindings: Partial<HttpBindings>
  Variables: {
    viewer: Viewer
    origins: Origins
    /** Where whoever asks finds this site, while it has no address of its own and the host is a known one. */
    requestSiteOrigin?: string | null
    /** The account behind the viewer; null for visitors. */
    account: AccountTable | null
    /** The viewer's, as it was when the request came; undefined for visitors. */
    session?: Pick<Session, 'hash' | 'signedInAt'>
    /** Throws where that session has ended since. */
    requireSession: () => Promise<void>
  }
}
