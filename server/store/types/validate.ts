/** What a resource must be like to be stored, and to be published (api, section 3). */
import { setGlobalConfig } from 'valibot'
import type { Violation } from '#content/model/resource.ts'
import type { StandardSchema } from '#content/model/kind.ts'
import { codeOfIssue, codeOfMissing, violationCodes } from '#server/http/violation-codes.ts'
import type { TypeDefinition } from './type-registry.ts'

// A check may be a pattern that is slow on much text: after the length, nothing that is too long is looked at.
setGlobalConfig({ abortPipeEarly: true })

/** Characters; no text of any property may be longer, whatever its schema says (custom XML: api, section 11.8). */
const longestText = 1024 * 1024

type Refused = Omit<Violation, 'propertyPath'>

/** Returns a value the way its schema wants it, or the reason it is refused. A schema checks the length of a text first. */
export const validate = (schema: StandardSchema, value: unknown): { value: unknown } | Refused => {
  if (typeof value === 'string' && value.length > longestText) {
    return { message: 'This text is too long.', code: violationCodes.tooLong }
  }
  const result = schema['~standard'].validate(value)
  if (result instanceof Promise)
    throw new Error('A field is checked at once: use a synchronous schema.')
  if ('issues' in result && result.issues) {
    const [issue] = result.issues
    return { message: issue?.message ?? 'This is not valid.', ...codeOfIssue(issue) }
  }
  return { value: 'value' in result ? result.value : value }
}

export const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && !value.trim())

/** Nothing to read: tags alone are no text. */
const isEmptyHtml = (value: unknown) =>
  typeof value === 'string' && !value.replace(/<[^<>]*>|&nbsp;|\s/g, '')

export const publishViolations = (
  { kind }: TypeDefinition,
  data: Readonly<Record<string, unknown>>,
): Violation[] => {
  if (!kind) return []
  const lacking = Object.entries(kind.fields).flatMap(([propertyPath, field]) =>
    field.requiredToPublish &&
    (isBlank(data[propertyPath]) || (field.format === 'html' && isEmptyHtml(data[propertyPath])))
      ? [{ propertyPath, message: field.requiredToPublish, code: violationCodes.blank }]
      : [],
  )
  return [...lacking, ...(kind.checkToPublish?.(data) ?? [])]
}

/** What has to be there in every state, drafts included. */
export const requiredViolations = (
  definition: TypeDefinition,
  data: Readonly<Record<string, unknown>>,
): Violation[] =>
  Object.entries(definition.properties).flatMap(([propertyPath, property]) =>
    'required' in property && property.required && isBlank(data[propertyPath])
      ? [
          {
            propertyPath,
            message: property.required,
            code: codeOfMissing(definition.type, propertyPath),
          },
        ]
      : [],
  )
