/** Stores the session hint in a cookie. */
import type { SessionHint } from '#src/api/groups/auth.ts'

const cookieName = 'cwa_auth'

/** Reads and writes the cookie that accompanies the session cookie, which is HttpOnly. */
export const sessionHint: SessionHint = {
  read: () => document.cookie.split('; ').includes(`${cookieName}=1`),
  write: (signedIn) => {
    document.cookie = `${cookieName}=${signedIn ? 1 : 0}; path=/; SameSite=Strict; max-age=31536000`
  },
}
