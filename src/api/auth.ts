/** Who is signed in. */
import { Failure } from '#content/model/failure.ts'
import type { Credentials, User } from '#content/model/resource.ts'
import type { Client } from './client.ts'

/** Remembers, where the page's own code can read it, whether a session may exist; the session itself is HttpOnly. */
export interface SessionHint {
  read: () => boolean
  write: (signedIn: boolean) => void
}

export const createAuth = (client: Client, sessionHint: SessionHint) => {
  const readSession = async (signal?: AbortSignal): Promise<User | null> => {
    try {
      const { body } = await client.get('/me', { signal, retry: false })
      sessionHint.write(true)
      return body as User
    } catch (error) {
      const failure = Failure.from(error)
      if (failure.kind !== 'forbidden') throw failure
      sessionHint.write(false)
      return null
    }
  }

  return {
    readSession,
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
