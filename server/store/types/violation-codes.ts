/**
 * The codes by which clients can tell violations apart without parsing messages: the error constants of
 * https://github.com/symfony/validator/tree/7.3/Constraints and of doctrine-bridge's UniqueEntity.
 */
export const violationCodes = {
  blank: 'c1051bb4-d103-4f74-8988-acbcafc7fdc3',
  null: 'ad32d13f-c3d4-423b-909a-857b961eb720',
  notUnique: '23bd9dbf-6b9b-41cd-a99e-4844bcf3077f',
  email: 'bd79c0ab-ddba-46cc-a703-a7a4b08de310',
  tooShort: '9ff3fdc4-b214-49db-8718-39c315e33d45',
  tooLong: 'd94b19cc-114f-4f44-9cc4-4138e80a87b9',
  choice: '8e179f1b-97aa-4560-a02f-2a8b42e49df7',
} as const

/** The codes by the type of a valibot issue: https://valibot.dev/api/ */
const byIssue = new Map<unknown, string>([
  ['email', violationCodes.email],
  ['min_length', violationCodes.tooShort],
  ['non_empty', violationCodes.blank],
  ['max_length', violationCodes.tooLong],
  ['max_bytes', violationCodes.tooLong],
  ['picklist', violationCodes.choice],
])

/** Returns the code for a valibot issue, to spread into a violation; empty when Symfony has none. */
export const codeOfIssue = (issue: object | undefined) => {
  const code = issue && 'type' in issue ? byIssue.get(issue.type) : undefined
  return code === undefined ? {} : { code }
}

/** The properties that may be blank but not null. */
const notNullProperties = new Set([
  'Collection.resourceIri',
  'ComponentPosition.componentGroup',
  'Page.isTemplate',
  'Route.name',
])

/** Returns the code for a missing required property. */
export const codeOfMissing = (type: string, property: string) =>
  notNullProperties.has(`${type}.${property}`) ? violationCodes.null : violationCodes.blank
