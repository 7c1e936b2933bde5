/** Reads the answers of the screen that sets up a new site. */
import { maxLength, picklist, pipe, string, trim } from 'valibot'
import type { SetupAnswers } from '#content/account/site-setup.ts'
import type { Violation } from '#content/model/resource.ts'
import type { Body } from '../store/read/read-result.ts'
import { isBlank } from '../store/types/property.ts'
import { validate } from '../store/types/validate.ts'
import { violationCodes } from '../store/types/violation-codes.ts'
import { missingFields, parseAccountChanges } from '../users/account-changes.ts'
import { throwIfInvalid } from '../users/account-rules.ts'

const maxSiteNameLength = 255

/** The answers that are not about the account. */
const siteAnswers = {
  siteName: {
    schema: pipe(
      string('This should be text.'),
      maxLength(maxSiteNameLength, `Use at most ${maxSiteNameLength} characters.`),
      trim(),
    ),
    required: 'Enter a name.',
  },
  content: {
    schema: picklist(['demo', 'empty'], 'Choose the demo content or an empty home page.'),
    required: 'Choose the content.',
  },
}

type SiteAnswer = keyof typeof siteAnswers

/** Returns one of these answers, or what has to be corrected in it. */
const readSiteAnswer = (body: Body, propertyPath: SiteAnswer): unknown => {
  const { schema, required } = siteAnswers[propertyPath]
  if (isBlank(body[propertyPath]))
    return { propertyPath, message: required, code: violationCodes.blank } satisfies Violation
  const result = validate(schema, body[propertyPath])
  return 'message' in result ? { propertyPath, ...result } : result.value
}

const isViolation = (answer: unknown): answer is Violation => typeof answer === 'object'

/** Returns the answers in a body. Throws a `ValidationError` with all that has to be corrected. */
export const readSetupAnswers = (body: Body): SetupAnswers => {
  const { changes, violations } = parseAccountChanges(body, true)
  const siteName = readSiteAnswer(body, 'siteName')
  const content = readSiteAnswer(body, 'content')
  throwIfInvalid([
    ...[siteName, content].filter(isViolation),
    ...violations,
    ...missingFields(changes, violations, false),
  ])
  const { username, emailAddress, plainPassword } = changes
  return { siteName, content, username, emailAddress, plainPassword } as SetupAnswers
}
