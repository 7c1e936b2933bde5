/** Compares the values of something before and after a change, for the audit log. Its size is bounded. */
import type { AuditedChange } from '#content/admin/audit-entry.ts'

export type Values = Readonly<Record<string, unknown>>

/** The maximum length of a value, and of all values of an entry together. */
const maxValueLength = 2_000
const maxEntryLength = 20_000
/** The length of a value that is left of every one, even of an entry that has reached its maximum. */
const minValueLength = 100

/** True for the name of a value that must not be logged, whatever it is. */
export const isSecretName = (name: string) => /password|token|secret/i.test(name)

/** True for a value that is absent, so that it makes no difference to another one which is. */
const isAbsent = (value: unknown) =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0)

const textOf = (value: unknown) =>
  isAbsent(value) ? null : typeof value === 'string' ? value : JSON.stringify(value)

/** Returns a text without half a character at its end. */
const wellFormed = (text: string) => text.replace(/[\uD800-\uDBFF]$/, '')

/** Returns a function that cuts texts to what is left for them, and says so. */
const createCut = () => {
  let left = maxEntryLength
  return (text: string | null) => {
    if (text === null) return null
    const length = Math.min(maxValueLength, Math.max(left, minValueLength))
    left -= Math.min(text.length, length)
    if (text.length <= length) return text
    return `${wellFormed(text.slice(0, length))}… (cut: ${text.length.toLocaleString('en')} characters in all)`
  }
}

/**
 * Returns the properties that differ, with their values as texts. Either side is null for what did not exist.
 * `isPrivate` is true for a property whose values must not be logged.
 */
export const auditedChanges = (
  before: Values | null,
  after: Values | null,
  isPrivate: (property: string) => boolean = () => false,
): AuditedChange[] => {
  const cut = createCut()
  const properties = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return properties.flatMap((property): AuditedChange[] => {
    const [old, current] = [textOf(before?.[property]), textOf(after?.[property])]
    if (old === current) return []
    const isHidden = isSecretName(property) || isPrivate(property)
    return isHidden
      ? [{ property, before: null, after: null, isHidden }]
      : [{ property, before: cut(old), after: cut(current), isHidden }]
  })
}
