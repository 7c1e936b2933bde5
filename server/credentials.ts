/** Passwords as they are tried: counted before they are looked at, and forgiven when they are right (api, section 11.5). */
import { isPassword, requireRoomToHash } from './passwords.ts'
import type { AccountTable, Database } from './store/schema.ts'
import type { Subject, Throttle } from './throttle.ts'
import { createKnownNetworks } from './users/known-networks.ts'
import { nameKey } from './users/name-keys.ts'

interface CredentialOptions {
  db: Database
  throttle: Throttle
  clock: () => number
}

interface SignIn {
  username: string
  password: string
  /** Whom the name means; undefined where it is nobody. */
  account: AccountTable | undefined
  /** The client's, behind trusted proxies. */
  address: string
}

/** For whom attempts are counted: the account that a name means, or the name where it means none. */
export const subjectOf = (account: AccountTable | undefined, name: string): Subject => ({
  account: account ? `id:${account.id}` : `name:${nameKey(name) ?? ''}`,
})

export const createCredentials = ({ db, throttle, clock }: CredentialOptions) => {
  const networks = createKnownNetworks(db, clock)

  const attempt = async (subject: Subject, address: string, check: () => Promise<boolean>) => {
    requireRoomToHash()
    const counted = await throttle.attempt('password', subject, address)
    try {
      const isRight = await check()
      if (isRight) await counted.succeeded()
      return isRight
    } catch (thrown) {
      await counted.withdrawn()
      throw thrown
    }
  }

  return {
    /**
     * The account that may be signed in to with these, or null. An unknown name takes as long as a wrong password. 429
     * after too many attempts, and while too many are waiting.
     */
    async signIn({ username, password, account, address }: SignIn) {
      const familiar = await networks.find(account?.id ?? '', address)
      const subject = { ...subjectOf(account, username), familiar }
      const isOpen = account?.enabled === 1 && account.verified === 1
      const isRight = await attempt(
        subject,
        address,
        async () => (await isPassword(password, account?.password)) && isOpen,
      )
      if (!isRight || !account) return null
      await networks.remember(account.id, address)
      return account
    },

    /** Somebody has proven in another way that an account is theirs. */
    remember: networks.remember,

    /** Whether this is the password of somebody who is signed in; counted and refused as above. */
    confirm: (account: AccountTable, password: string, address: string) =>
      attempt({ ...subjectOf(account, ''), familiar: 'session' }, address, () =>
        isPassword(password, account.password),
      ),
  }
}

export type Credentials = ReturnType<typeof createCredentials>
