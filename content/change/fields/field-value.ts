/** The value of an edited property, compared with the one that is stored. */
import { fieldKey } from './field-keys.ts'
import { dequal } from 'dequal/lite'
import type { Failure } from '../../model/failure.ts'
import type { Iri } from '../../model/iri.ts'
import type { Resource } from '../../model/resource.ts'
import type { ChangePage, Intent } from '../types.ts'

/** A value that was typed, as it is shown and copied: HTML only if the field holds HTML. */
export interface EnteredValue {
  value: unknown
  isHtml: boolean
}

/** An edited value, and the stored value that it was based on. */
export interface FieldValue {
  value: unknown
  stored: unknown
}

/** An edit of one property of a resource on the page. */
export interface FieldChange extends FieldValue {
  iri: Iri
  property: string
  /** True for an edit of the live version itself; any other is saved as a draft. */
  isLive?: boolean
  /** True for a value that is selected rather than typed. It is saved at once. */
  isChoice?: boolean
  /** True for a value that must not be removed: the one that is stored stays until there is another. */
  isRequired?: boolean
  /** Set for the file of a pasted component: the id of the intent that has pasted it. */
  completes?: string | undefined
  /** Another property, which is emptied once this one has a value. */
  clears?: string | undefined
  /** Set for an edit from before the document was loaded. */
  interruption?: Interruption | undefined
}

/** The end of a document in which an edit was not saved. */
export interface Interruption {
  /** The page on which the edit was made. */
  page: ChangePage
  /** The conflict that it has become meanwhile, or that its resource is gone; null for neither. */
  failure: Failure | null
  /** The value on the server. */
  remote: unknown
  /** The resource as it was known then, with what is needed to recreate it. */
  known?: readonly Resource[]
}

/** Treats an absent value and null as equal. */
export const isSameValue = (one: unknown, other: unknown) => dequal(one ?? null, other ?? null)

/** Returns the value on the server that caused a conflict, or null. */
export const remoteValueOf = (failure: Failure | null, property: string): unknown =>
  failure?.resource?.[property] ?? null

/**
 * Returns the fields of a new resource that were changed after it was first sent, as changes of the saved resource. A later
 * attempt may have saved them.
 */
export const changesSince = (
  sent: Readonly<Record<string, unknown>>,
  data: Readonly<Record<string, unknown>>,
  resource: Resource,
): FieldChange[] => {
  const { '@id': iri } = resource
  return Object.entries(data)
    .filter(
      ([property, value]) => ![sent, resource].some((one) => isSameValue(value, one[property])),
    )
    .map(([property, value]) => {
      const stored = resource[property] ?? null
      return { iri, property, value, stored }
    })
}

/** Returns a key of what an intent edits: a property of a resource, or the index of a position. Null for other intents. */
export const editKey = (intent: Intent) => {
  if (intent.kind === 'set') return fieldKey(intent)
  return intent.kind === 'move' ? intent.position : null
}

/**
 * True when a failed change leaves an edit of a property or of an order unsaved. A newer version on the server is a
 * conflict only if it has changed this property, and to another value.
 */
export const isEditUnsaved = (intent: Intent, failure: Failure) => {
  if (intent.kind !== 'set') return intent.kind === 'move'
  if (failure.kind !== 'conflict') return true
  const remote = remoteValueOf(failure, intent.property)
  if (isSameValue(remote, intent.value)) return false
  return failure.resource === undefined || !isSameValue(remote, intent.stored)
}

/** Returns the other property without a value, where a property gets a value beside which that one is to have none. */
export const clearedBy = ({
  value,
  clears,
}: {
  value?: unknown
  clears?: string | undefined
}): Readonly<Record<string, null>> =>
  clears === undefined || value == null ? {} : { [clears]: null }
