/** The second factor of an account: the codes of an authenticator app, and recovery codes that stand for them. */
import { isObject } from '../is-object.ts'
import type { Iri } from '../model/iri.ts'

/** Returns the IRI of the second factor of an account. */
export const twoFactorIri = (account: Iri): Iri => `${account}/two-factor`

/** The messages of the second step of signing in. */
export const codeNeeded = 'Enter the code that your authenticator app shows.'
export const wrongCode =
  'This code is not right. Codes change every 30 seconds, and each works once.'
/** Refuses each code of the app, because the server cannot read the key that the app has. */
export const unreadableSecret =
  'This site cannot check the codes of your app at the moment, because the key of its server has changed. Enter a recovery code instead, or ask a super admin.'
export const challengeEnded = 'That took too long, or too many codes were wrong. Sign in again.'

/** Refuses an editor who has to set up a second factor before anything else. */
export const twoFactorRequired =
  'This site requires two-factor sign-in. Set it up for your account first.'

/** Returns the token in the answer to a password that was right, where a code is needed too; null for anything else. */
export const twoFactorTokenIn = (body: unknown) =>
  isObject(body) && typeof body['twoFactorToken'] === 'string' ? body['twoFactorToken'] : null

/** Returns the token of a refused sign-in that needs a code; null for any other refusal. */
export const twoFactorTokenOf = (failure: object | null) =>
  failure && 'cause' in failure ? twoFactorTokenIn(failure.cause) : null

export interface TwoFactorStatus {
  isOn: boolean
  recoveryCodesLeft: number
}

/** The key of an authenticator app: as text to type, and as the address in a QR code. */
export interface TwoFactorKey {
  secret: string
  uri: string
}

/** A change of a second factor. `lost` is the removal of that of somebody else. */
export interface TwoFactorRequest {
  action: 'begin' | 'confirmation' | 'recovery-codes' | 'removal' | 'lost'
  body: Readonly<Record<string, string>>
}

/** Returns the change if it needs the password and a code; null for any other. */
export const provedAction = (request: TwoFactorRequest | null) =>
  request?.action === 'recovery-codes' || request?.action === 'removal' ? request.action : null

/** The answer to a change, with the secrets that are shown once. */
export interface TwoFactorAnswer {
  key: TwoFactorKey | null
  recoveryCodes: readonly string[]
}

/** Returns the status in the answer of the API. */
export const twoFactorStatusIn = (body: unknown): TwoFactorStatus =>
  isObject(body)
    ? { isOn: body['isOn'] === true, recoveryCodesLeft: Number(body['recoveryCodesLeft']) }
    : { isOn: false, recoveryCodesLeft: 0 }

/** Returns the secrets in the answer of the API. */
export const twoFactorAnswerIn = (body: unknown): TwoFactorAnswer => {
  const { secret, uri, recoveryCodes } = isObject(body) ? body : {}
  return {
    key: typeof secret === 'string' && typeof uri === 'string' ? { secret, uri } : null,
    recoveryCodes: Array.isArray(recoveryCodes) ? recoveryCodes.map(String) : [],
  }
}

/** Returns the method and the path of the request that makes a change. */
export const twoFactorEndpoint = (account: Iri, { action }: TwoFactorRequest) => {
  const iri = twoFactorIri(account)
  if (action === 'lost') return { method: 'DELETE', iri } as const
  return { method: 'POST', iri: action === 'begin' ? iri : `${iri}/${action}` } as const
}

/** Returns a key in groups of four, as it is read and typed. */
export const groupedKey = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')

/** Returns how many recovery codes are left, and advises to get new ones. */
export const recoverySummary = ({ recoveryCodesLeft: left }: TwoFactorStatus) => {
  if (left === 0) return 'No recovery code is left. Get new ones, in case you lose the app.'
  const count = left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`
  return left <= 3 ? `${count} Get new ones soon.` : count
}
