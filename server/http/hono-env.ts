/**
 * The types of what every handler finds on its Hono context: Node's request and response, the viewer and the session.
 */
import type { HttpBindings } from '@hono/node-server'
import type { Origins } from './origins.ts'
import type { Session } from '../auth/sessions.ts'
import type { Viewer } from '../auth/viewer.ts'
import type { AccountTable } from '../store/db/schema.ts'

export interface Env {
  /** The request and response of Node; absent when the API is called in process. */
  Bindings: Partial<HttpBindings>
  Variables: {
    viewer: Viewer
    origins: Origins
    /**
     * The site's origin as this client reaches it, when `SITE_URL` is not set and the host is trusted; otherwise null.
     */
    requestSiteOrigin?: string | null
    /** The account behind the viewer; null for visitors. */
    account: AccountTable | null
    /** The viewer's session as it was when the request began; undefined for visitors. */
    session?: Pick<Session, 'id' | 'hash' | 'signedInAt' | 'isTwoFactorMissing'>
    /** Throws 401 when that session has ended since. */
    requireSession: () => Promise<void>
  }
}
