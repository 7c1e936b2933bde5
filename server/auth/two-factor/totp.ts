/** Makes the keys of authenticator apps, and checks their codes (TOTP, RFC 6238). */
import { Secret, TOTP } from 'otpauth'

/** The time for which a code is shown, in seconds. */
const period = 30
/** The number of steps before and after the current one whose codes are valid: clocks differ, and people type slowly. */
const window = 1

/** Returns a new key in Base32: 160 random bits, as RFC 4226 recommends. */
export const createSecret = () => new Secret({ size: 20 }).base32

/** Returns the address that an app reads from a QR code. `issuer` is the name of the site. */
export const totpUri = (secret: string, issuer: string, label: string) =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period }).toString()

/** Returns the number of the time step that a code belongs to; null for one that is not valid now, in milliseconds. */
export const stepOfCode = (secret: string, code: string, now: number) => {
  const delta = new TOTP({ secret: Secret.fromBase32(secret), period }).validate({
    token: code,
    timestamp: now,
    window,
  })
  return delta === null ? null : Math.floor(now / (period * 1_000)) + delta
}
