/** The value of an edited property, compared with the one that is stored. */
import { dequal } from 'dequal/lite'
import type { Failure } from '../model/failure.ts'

/** An edited value, and the stored value that it was based on. */
export interface FieldValue {
  value: unknown
  stored: unknown
}

/** Treats an absent value and null as equal. */
export const isSameValue = (one: unknown, other: unknown) => dequal(one ?? null, other ?? null)

/** Returns the value on the server that caused a conflict, or null. */
export const remoteValueOf = (failure: Failure | null, property: string): unknown =>
  failure?.current?.[property] ?? null
