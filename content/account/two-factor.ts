/** The second factor of an account: the codes of an authenticator app, and recovery codes that stand for them. */
import { isObject } from '../is-object.ts'
import type { Iri } from '../model/iri.ts'

/** Returns the IRI of the second factor of an account. */
export const twoFactorIri = (account: Iri): Iri => `${account}/two-factor`

/** The messages of the second step of signing in. */
export const codeNeeded = 'Enter the code that your authenticator app shows.'
export const wrongCode =
  'This code is not right. Codes change every 30 seconds, and each works once.'
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
