/** What a body says about an account, read for whoever sends it: people may change little of their own. */
import { array, boolean, email, maxLength, picklist, pipe, string, trim } from 'valibot'
import type { Schema } from '#content/kind.ts'
import type { Role, Violation } from '#content/resource.ts'
import { passwordSchema } from '../forms/built-in.ts'
import { checked, isBlank } from '../store/checks.ts'
import { codes } from '../violation-codes.ts'
import type { Body } from '../store/found.ts'
import { longestName } from './name-keys.ts'

export interface Changes {
  username?: string
  emailAddress?: string
  roles?: Role[]
  enabled?: boolean
  plainPassword?: string
  /** Null gives up what was asked for. */
  newEmailAddress?: string | null
}

export const roles = [
  'ROLE_USER',
  'ROLE_ADMIN',
  'ROLE_SUPER_ADMIN',
  'ROLE_ALLOWED_TO_SWITCH',
] as const
const short = pipe(
  string('This should be text.'),
  maxLength(longestName, `Use at most ${longestName} characters.`),
  trim(),
)
const address = pipe(short, email('Enter a valid email address.'))

export const schemas: Record<keyof Changes, Schema> = {
  username: short,
  emailAddress: address,
  roles: array(picklist(roles, 'There is no such role.'), 'This should be a list.'),
  enabled: boolean('This should be true or false.'),
  plainPassword: passwordSchema,
  newEmailAddress: address,
}

const missing: Partial<Record<keyof Changes, string>> = {
  username: 'Enter a username.',
  emailAddress: 'Enter an email address.',
}

const everything = Object.keys(schemas) as (keyof Changes)[]
const ofTheirOwn: (keyof Changes)[] = ['plainPassword', 'newEmailAddress']

export const readChanges = (
  body: Body,
  isSuperAdmin: boolean,
): { changes: Changes; violations: Violation[] } => {
  const said: [string, unknown][] = []
  const violations: Violation[] = []
  const refuse = (propertyPath: string, problem: Omit<Violation, 'propertyPath'>) =>
    void violations.push({ ...problem, propertyPath })
  for (const name of isSuperAdmin ? everything : ofTheirOwn) {
    const value = body[name]
    if (value === undefined) continue
    if (value === null && name === 'newEmailAddress') said.push([name, null])
    else if (missing[name] && isBlank(value)) {
      refuse(name, { message: missing[name], code: codes.blank })
    } else if (value !== null) {
      const result = checked(schemas[name], value)
      if ('message' in result) refuse(name, result)
      else said.push([name, result.value])
    }
  }
  return { changes: Object.fromEntries(said) as Changes, violations }
}

/** What a new account cannot do without. */
export const lacking = (changes: Changes, violations: readonly Violation[]): Violation[] =>
  Object.entries({ ...missing, plainPassword: 'Enter a password.' }).flatMap(
    ([propertyPath, message]) =>
      changes[propertyPath as keyof Changes] === undefined &&
      !violations.some((violation) => violation.propertyPath === propertyPath)
        ? [{ propertyPath, message, code: codes.blank }]
        : [],
  )
