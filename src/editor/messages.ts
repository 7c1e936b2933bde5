/** Turns what a server reports into text for editors: properties into the labels of their fields, statuses into sentences. */
import type { Failure } from '#content/model/failure.ts'
import type { EditableKind } from '#content/model/kind.ts'
import type { Resource, Violation } from '#content/model/resource.ts'
import type { VariantProperty } from '#content/model/variant-properties.ts'
import { getOwn } from '#src/views/registry/registry.ts'

/** The labels of the properties that every kind may have. */
export const variantLabels: Record<VariantProperty, string> = {
  uiComponent: 'Look',
  uiClassNames: 'Style',
}

/** The label of the field with the name of a section. */
export const sectionNameLabel = 'Name of the section'

const propertyLabels = { ...variantLabels, label: sectionNameLabel }

/** Says of a kind without drafts who sees it. */
export const publicNote = 'It has no draft: visitors see it as soon as it is added.'

/** Says what a draft is beside whose live version the publication has ended. */
export const endedNote = 'What visitors saw has ended. Discard the draft to have it back.'

/** Returns the label of the field that a property path leads to; '' without a field. */
export const fieldLabelOf = (kind: EditableKind | undefined, propertyPath: string): string => {
  const [property = ''] = propertyPath.split(/[.[]/)
  return getOwn(kind?.fields, property)?.label ?? getOwn(propertyLabels, property) ?? ''
}

/** Returns violations that name the label of the field in place of the property. */
const labelViolations = (
  violations: readonly Violation[],
  kind: EditableKind | undefined,
): Violation[] =>
  violations.map(({ propertyPath, message }) => ({
    propertyPath: fieldLabelOf(kind, propertyPath),
    message,
  }))

/** Sentences for editors by the standard texts of a server, which are meant for programs. */
const sentences: Readonly<Record<string, string>> = {
  'Access Denied.': 'You are not allowed to do this. Sign in with an account that is.',
  'Bad Request': 'The site did not understand this. Reload the page and try again.',
  'Content Too Large': 'This is too large to be saved.',
  Forbidden: 'You are not allowed to do this. Sign in with an account that is.',
  'Internal Server Error': 'Something went wrong on the site. Try again in a moment.',
  'Not Found': 'This no longer exists.',
  'Service Unavailable': 'The site is busy right now. Try again in a moment.',
  'Too Many Requests': 'The site is busy right now. Try again in a moment.',
  'Unprocessable Content': 'Some of the values are not valid.',
}

/** Returns the sentence for a standard text of a server, or else the message itself. */
export const sentenceOf = (message: string) =>
  message.startsWith('Invalid IRI')
    ? 'There is no such page or component.'
    : (getOwn(sentences, message) ?? message)

/** Returns the message and the violations of a failure as an editor reads them; null without a failure. */
export const readableFailure = (failure: Failure | null, kind?: EditableKind) =>
  failure && {
    message: sentenceOf(failure.message),
    violations: labelViolations(failure.violations, kind),
  }

/** Returns what a draft lacks to be published, such as “Not ready: Choose a picture.”; '' for one that is ready. */
export const lackingOf = (draft: Resource | undefined) => {
  const { violations = [] } = draft?._metadata.violations ?? {}
  return violations.length === 0
    ? ''
    : `Not ready: ${violations.map(({ message }) => message).join(' ')}`
}
