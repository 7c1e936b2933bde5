import type { SessionHint } from '#src/api/auth.ts'

const cookieName = 'cwa_auth'

/** The cookie beside the session's own, which no script can read. */
export const sessionHint: SessionHint = {
  read: () => document.cookie.split('; ').includes(`${cookieName}=1`),
  write: (signedIn) => {
    document.cookie = `${cookieName}=${signedIn ? 1 : 0}; path=/; SameSite=Strict; max-age=31536000`
  },
}
