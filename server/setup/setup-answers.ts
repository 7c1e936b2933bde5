/** Reads the answers of the screen that sets up a new site. */
import { maxLength, picklist, pipe, string, trim } from 'valibot'
import type { Violation } from '#content/model/resource.ts'
import type { SetupContent } from '#content/account/site-setup.ts'
import type { Body } from '../store/read/read-result.ts'
import { validate } from '../store/types/validate.ts'
import { violationCodes } from '../store/types/violation-codes.ts'
import { parseAccountChanges } from '../users/account-changes.ts'
import { throwIfInvalid } from '../users/account-rules.ts'

export interface SetupAnswers {
  siteName: string
  username: string
  emailAddress: string
  plainPassword: string
  content: SetupContent
}

const maxSiteNameLength = 255
const siteNameSchema = pipe(
  string('This should be text.'),
  maxLength(maxSiteNameLength, `Use at most ${maxSiteNameLength} characters.`),
  trim(),
)
const contentSchema = picklist(['demo', 'empty'], 'Choose the demo content or an empty home page.')

const requiredMessages: Record<keyof SetupAnswers, string> = {
  siteName: 'Enter a name.',
  username: 'Enter a username.',
  emailAddress: 'Enter an email address.',
  plainPassword: 'Enter a password.',
  content: 'Choose the content.',
}

/** Returns the answers in a body. Throws a `ValidationError` with all that has to be corrected. */
export const readSetupAnswers = (body: Body): SetupAnswers => {
  const { changes, violations } = parseAccountChanges(body, true)
  const { username, emailAddress, plainPassword } = changes
  const answers: Partial<Record<keyof SetupAnswers, unknown>> = {
    username,
    emailAddress,
    plainPassword,
  }
  const read = (name: 'siteName' | 'content') => {
    if (body[name] === undefined) return
    const result = validate(name === 'siteName' ? siteNameSchema : contentSchema, body[name])
    if ('message' in result) violations.push({ propertyPath: name, ...result })
    else answers[name] = result.value
  }
  read('siteName')
  read('content')
  throwIfInvalid([...violations, ...missingAnswers(answers, violations)])
  return answers as unknown as SetupAnswers
}

const missingAnswers = (
  answers: Partial<Record<keyof SetupAnswers, unknown>>,
  violations: readonly Violation[],
): Violation[] =>
  Object.entries(requiredMessages)
    .filter(
      ([name]) =>
        !answers[name as keyof SetupAnswers] &&
        !violations.some(({ propertyPath }) => propertyPath === name),
    )
    .map(([propertyPath, message]) => ({ propertyPath, message, code: violationCodes.blank }))
