/** Checks passwords. Each attempt is counted before it is checked, and stops counting when it succeeds. */
import { verifyPassword, requireHashCapacity } from './passwords.ts'
import type { AccountTable } from '../store/db/schema.ts'
import type { ThrottleSubject, Throttle } from './throttle.ts'
import type { KnownNetworks } from './known-networks.ts'
import { nameKey } from '../users/name-keys.ts'

interface CredentialsOptions {
  throttle: Throttle
  networks: KnownNetworks
}

interface SignInAttempt {
  username: string
  password: string
  /** The account with that username; undefined when there is none. */
  account: AccountTable | undefined
  /** The client's IP address, as trusted proxies forward it. */
  address: string
}

/** Returns what attempts are counted for: the account with that name, or the name itself when there is none. */
export const throttleSubjectOf = (
  account: AccountTable | undefined,
  name: string,
): ThrottleSubject => ({
  account: account ? `id:${account.id}` : `name:${nameKey(name) ?? ''}`,
})

/** Returns a function that counts an attempt and makes it; one that succeeds or throws stops counting. */
const createCountedAttempt =
  (throttle: Throttle) =>
  async (subject: ThrottleSubject, address: string, check: () => Promise<boolean>) => {
    requireHashCapacity()
    const counter = await throttle.attempt('password', subject, address)
    try {
      const isRight = await check()
      if (isRight) await counter.succeed()
      return isRight
    } catch (thrown) {
      await counter.cancel()
      throw thrown
    }
  }

/** Creates the check of names and passwords, which counts attempts and refuses too many. */
export const createCredentialsChecker = ({ throttle, networks }: CredentialsOptions) => {
  const countedAttempt = createCountedAttempt(throttle)

  return {
    /**
     * Returns the account for valid credentials, or null. An unknown name takes as long as a wrong password. Throws
     * after too many attempts, and while too many passwords are waiting to be checked.
     */
    async signIn({ username, password, account, address }: SignInAttempt) {
      const subject: ThrottleSubject = {
        ...throttleSubjectOf(account, username),
        knownSource: await networks.find(account?.id ?? '', address),
      }
      const isOpen = account?.enabled === 1 && account.verified === 1
      const isRight = await countedAttempt(
        subject,
        address,
        async () => (await verifyPassword(password, account?.password)) && isOpen,
      )
      return isRight && account ? account : null
    },

    /** Remembers the network of a client that has proven that the account is theirs. */
    rememberNetwork: networks.remember,

    /**
     * Resolves to true when this is the password of a signed-in user. Counts the attempt, and throws after too many, as
     * signing in does.
     */
    confirmPassword: (account: AccountTable, password: string, address: string) =>
      countedAttempt({ ...throttleSubjectOf(account, ''), knownSource: 'session' }, address, () =>
        verifyPassword(password, account.password),
      ),
  }
}

export type CredentialsChecker = ReturnType<typeof createCredentialsChecker>
