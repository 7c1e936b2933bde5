/** Passwords as they are tried: counted before they are looked at, and forgiven when they are right (api, section 11.5). */
import { verifyPassword, requireHashCapacity } from './passwords.ts'
import type { AccountTable, Database } from '../store/db/schema.ts'
import type { ThrottleSubject, Throttle } from './throttle.ts'
import { createKnownNetworks } from './known-networks.ts'
import { nameKey } from '../users/name-keys.ts'

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
export const throttleSubjectOf = (
  account: AccountTable | undefined,
  name: string,
): ThrottleSubject => ({
  account: account ? `id:${account.id}` : `name:${nameKey(name) ?? ''}`,
})

export const createCredentials = ({ db, throttle, clock }: CredentialOptions) => {
  const networks = createKnownNetworks(db, clock)

  const attempt = async (
    subject: ThrottleSubject,
    address: string,
    check: () => Promise<boolean>,
  ) => {
    requireHashCapacity()
    const counted = await throttle.attempt('password', subject, address)
    try {
      const isRight = await check()
      if (isRight) await counted.succeed()
      return isRight
    } catch (thrown) {
      await counted.cancel()
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
      const subject = { ...throttleSubjectOf(account, username), familiar }
      const isOpen = account?.enabled === 1 && account.verified === 1
      const isRight = await attempt(
        subject,
        address,
        async () => (await verifyPassword(password, account?.password)) && isOpen,
      )
      if (!isRight || !account) return null
      await networks.remember(account.id, address)
      return account
    },

    /** Somebody has proven in another way that an account is theirs. */
    rememberNetwork: networks.remember,

    /** Whether this is the password of somebody who is signed in; counted and refused as above. */
    confirmPassword: (account: AccountTable, password: string, address: string) =>
      attempt({ ...throttleSubjectOf(account, ''), knownSource: 'session' }, address, () =>
        verifyPassword(password, account.password),
      ),
  }
}

export type Credentials = ReturnType<typeof createCredentials>
