/** Reads, starts and ends the session of this browser. */
import { Failure } from '#content/model/failure.ts'
import type { Credentials, User } from '#content/model/resource.ts'
import type { Client } from '../client.ts'

declare module '../content-api.ts' {
  interface ApiGroups {
    auth: ReturnType<typeof createRequests>
  }
}

/** Stores whether a session may exist where the page's code can read it: the session cookie itself is HttpOnly. */
export interface SessionHint {
  read: () => boolean
  write: (signedIn: boolean) => void
}

/** Creates the requests for signing in and out. They reject with a `Failure` and keep the session hint up to date. */
export const createRequests = (client: Client, { sessionHint }: { sessionHint: SessionHint }) => {
  /** Returns the signed-in user, or null after a 401 or 403; throws a `Failure` for every other error. */
  const readSession = async (signal?: AbortSignal): Promise<User | null> => {
    try {
      const { body } = await client.get('/me', { signal, retry: false })
      sessionHint.write(true)
      return body as User
    } catch (error) {
      const failure = Failure.from(error)
      // Without an answer nothing is known of the session.
      if (failure.kind !== 'offline') sessionHint.write(false)
      if (failure.kind !== 'forbidden') throw failure
      return null
    }
  }

  return {
    readSession,
    /** Records that there is no session any more. */
    clearSessionHint: () => sessionHint.write(false),
    /** Signs in and returns the user; throws when the credentials are wrong or the browser refuses the cookie. */
    signIn: async (credentials: Credentials): Promise<User> => {
      await client.send('POST', '/login', credentials)
      const user = await readSession()
      if (!user)
        throw new Failure('forbidden', { message: 'The browser refused the session cookie.' })
      return user
    },
    signOut: async () => {
      await client.send('POST', '/logout', undefined)
      sessionHint.write(false)
    },
  }
}
