/** Parses changes to an account from a request body. Users may change only some properties of their own. */
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { array, boolean, email, maxLength, picklist, pipe, string, trim } from 'valibot'
import type { Role, Violation } from '#content/model/resource.ts'
import { passwordSchema } from '../forms/built-in-forms.ts'
import { isBlank } from '../store/types/property.ts'
import { validate } from '../store/types/validate.ts'
import { violationCodes } from '../store/types/violation-codes.ts'
import type { Body } from '../store/read/read-result.ts'
import { maxNameLength } from './name-keys.ts'

export interface AccountChanges {
  username?: string
  emailAddress?: string
  roles?: Role[]
  enabled?: boolean
  plainPassword?: string
  /** The new address, which has to be confirmed; null cancels the requested change. */
  newEmailAddress?: string | null
}

export const assignableRoles = [
  'ROLE_USER',
  'ROLE_ADMIN',
  'ROLE_SUPER_ADMIN',
  'ROLE_ALLOWED_TO_SWITCH',
] as const
const shortText = pipe(
  string('This should be text.'),
  maxLength(maxNameLength, `Use at most ${maxNameLength} characters.`),
  trim(),
)
const address = pipe(shortText, email('Enter a valid email address.'))

export const accountSchemas: Record<keyof AccountChanges, StandardSchemaV1> = {
  username: shortText,
  emailAddress: address,
  roles: array(picklist(assignableRoles, 'This role does not exist.'), 'This should be a list.'),
  enabled: boolean('This should be true or false.'),
  plainPassword: passwordSchema,
  newEmailAddress: address,
}

const requiredMessages: Partial<Record<keyof AccountChanges, string>> = {
  username: 'Enter a username.',
  emailAddress: 'Enter an email address.',
}

const allProperties = Object.keys(accountSchemas) as (keyof AccountChanges)[]
const ownProperties: (keyof AccountChanges)[] = ['plainPassword', 'newEmailAddress']

/**
 * Returns the changes that a body asks for, and its violations. Only a super admin may change all properties of an
 * account.
 */
export const parseAccountChanges = (
  body: Body,
  isSuperAdmin: boolean,
): { changes: AccountChanges; violations: Violation[] } => {
  const entries: [string, unknown][] = []
  const violations: Violation[] = []
  const refuse = (propertyPath: string, problem: Omit<Violation, 'propertyPath'>) =>
    void violations.push({ ...problem, propertyPath })
  for (const name of isSuperAdmin ? allProperties : ownProperties) {
    const value = body[name]
    if (value === undefined) continue
    if (value === null && name === 'newEmailAddress') entries.push([name, null])
    else if (requiredMessages[name] && isBlank(value)) {
      refuse(name, { message: requiredMessages[name], code: violationCodes.blank })
    } else if (value !== null) {
      const result = validate(accountSchemas[name], value)
      if ('message' in result) refuse(name, result)
      else entries.push([name, result.value])
    }
  }
  return { changes: Object.fromEntries(entries) as AccountChanges, violations }
}

/** Returns violations for missing fields of a new account. One that is invited by mail has no password yet. */
export const missingFields = (
  changes: AccountChanges,
  violations: readonly Violation[],
  isInvited: boolean,
): Violation[] =>
  Object.entries({
    ...requiredMessages,
    ...(!isInvited && { plainPassword: 'Enter a password.' }),
  }).flatMap(([propertyPath, message]) =>
    changes[propertyPath as keyof AccountChanges] === undefined &&
    !violations.some((violation) => violation.propertyPath === propertyPath)
      ? [{ propertyPath, message, code: violationCodes.blank }]
      : [],
  )
