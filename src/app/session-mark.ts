import type { SessionMark } from '#src/api/auth.ts'

const name = 'cwa_auth'

/** The cookie beside the session's own, which no script can read. */
export const sessionMark: SessionMark = {
  read: () => document.cookie.split('; ').includes(`${name}=1`),
  write: (signedIn) => {
    document.cookie = `${name}=${signedIn ? 1 : 0}; path=/; SameSite=Strict; max-age=31536000`
  },
}
