/** Validates values against their schemas, and resources against the rules for storing and publishing. */
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { setGlobalConfig } from 'valibot'
import type { Violation } from '#content/model/resource.ts'
import { isEmptyField } from './field-formats.ts'
import { isBlank } from './property.ts'
import { codeOfIssue, codeOfMissing, violationCodes } from './violation-codes.ts'
import type { TypeDefinition } from './type-definition.ts'

// A check may be a regular expression that is slow on long text: once the length is refused, later checks
// do not run.
setGlobalConfig({ abortPipeEarly: true })

/** The maximum number of characters of any text, whatever its schema says. */
const longestText = 1024 * 1024

type Refused = Omit<Violation, 'propertyPath'>

/**
 * Returns the value as its schema outputs it, or the violation. Schemas check the length of a text first.
 */
export const validate = (
  schema: StandardSchemaV1,
  value: unknown,
): { value: unknown } | Refused => {
  if (typeof value === 'string' && value.length > longestText) {
    return { message: 'This text is too long.', code: violationCodes.tooLong }
  }
  const result = schema['~standard'].validate(value)
  if (result instanceof Promise) throw new Error('The schema of a field has to be synchronous.')
  if ('issues' in result && result.issues) {
    const [issue] = result.issues
    return { message: issue?.message ?? 'This is not valid.', ...codeOfIssue(issue) }
  }
  return { value: 'value' in result ? result.value : value }
}

/** Returns the publish rules that data breaks: what may be missing in a draft and not in a live resource. */
export const publishViolations = (
  { kind }: TypeDefinition,
  data: Readonly<Record<string, unknown>>,
): Violation[] => {
  if (!kind) return []
  const missing = Object.entries(kind.fields).flatMap(([propertyPath, field]) =>
    field.requiredToPublish && isEmptyField(field, data[propertyPath])
      ? [{ propertyPath, message: field.requiredToPublish, code: violationCodes.blank }]
      : [],
  )
  return [...missing, ...(kind.checkToPublish?.(data) ?? [])]
}

/** Returns the violations of required properties, which even drafts must have. */
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
