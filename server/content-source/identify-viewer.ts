/** Identifies the viewer of a page by the session cookie. */
import { viewerOf, userOfSession } from '../users/account-row.ts'
import { anonymous } from '../auth/viewer.ts'
import type { Sessions } from '../auth/sessions.ts'
import { apiBase } from '#content/navigation/api-base.ts'
import type { Origins } from '../http/origins.ts'
import { sessionTokenFrom } from '../http/session-cookies.ts'
import { subscribeTopicsOf } from '../endpoints/auth.ts'
import type { Store } from '../store/store.ts'

/** Returns who sends a request. An ended session is treated as a visitor; the API answers it with 401. */
export const createViewerIdentifier =
  (store: Store, sessions: Sessions, siteOriginAt: Origins['siteOriginAt']) =>
  async (request: Request) => {
    const token = sessionTokenFrom(request.headers.get('cookie'))
    const session = token ? await sessions.read(token) : null
    if (!session) return { viewer: anonymous, user: null }
    const base = (siteOriginAt(new URL(request.url).origin) ?? '') + apiBase
    const { account } = session
    const user = userOfSession(session, subscribeTopicsOf(store, base))
    return { viewer: viewerOf(account), user }
  }
