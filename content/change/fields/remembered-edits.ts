/**
 * Converts unsaved edits and moves to a text, which a tab remembers over a reload, and back. An edit is compared with what is
 * stored by then: somebody else may have changed it, or its save may have been answered too late for the document.
 */
import {
  array,
  boolean,
  exactOptional,
  looseObject,
  pipe,
  maxLength,
  strictObject,
  string,
  union,
  unknown,
} from 'valibot'
import { Failure } from '../../model/failure.ts'
import type { Iri } from '../../model/iri.ts'
import type { ReadResource, Resource } from '../../model/resource.ts'
import { editedResource } from '../edited-version.ts'
import { type RememberedMove, moveFormats } from '../moves/remembered-moves.ts'
import { iri, isPlain, maxCharacters, page, parseRememberedText } from '../remembered-text.ts'
import type { ChangePage } from '../types.ts'
import { type FieldChange, type FieldValue, isSameValue } from './field-value.ts'

export interface RememberedEdit extends FieldValue {
  iri: Iri
  property: string
  isChoice: boolean
  /** True for an edit of the live version itself. */
  isLive?: boolean
  /** Another property, which is emptied once this one has a value. */
  clears?: string
  /** The value that was sent last, which may be stored. */
  inFlight: unknown
  /** The resource with all that is needed to recreate it, in case that it is deleted meanwhile. */
  known?: readonly Resource[]
  page: ChangePage
}

/** Increased when the form of an edit is another one. */
const version = 1

/** Returns the text that is remembered for an account; null without an edit that there is room for. */
export const rememberedEditsText = (
  account: string,
  edits: readonly (RememberedEdit | RememberedMove)[],
): string | null => {
  const empty = JSON.stringify({ version, account, edits: [] })
  let room = maxCharacters - empty.length
  const fitting: object[] = []
  for (const edit of edits) {
    if (!isPlain(edit) || isLonger(edit, room)) continue
    const characters = JSON.stringify(edit).length + 1
    if (characters > room) continue
    room -= characters
    fitting.push(edit)
  }
  return fitting.length === 0 ? null : JSON.stringify({ version, account, edits: fitting })
}

const maxKnown = 50_000

/** Returns what is remembered of a resource; nothing of one with files that are not sent, or with too much inside it. */
export const rememberedResources = (known: readonly Resource[]) =>
  isPlain(known) && JSON.stringify(known).length < maxKnown ? known : []

/** True if one of the texts is too long by itself, so that it is not converted at every keystroke. */
const isLonger = ({ value, stored, inFlight }: Partial<RememberedEdit>, room: number) =>
  [value, stored, inFlight].some((text) => typeof text === 'string' && text.length > room)

const propertyName = pipe(string(), maxLength(255))

const format = {
  version,
  entries: {
    edits: array(
      union([
        strictObject({
          iri,
          property: propertyName,
          isChoice: boolean(),
          isLive: exactOptional(boolean()),
          clears: exactOptional(propertyName),
          value: unknown(),
          stored: unknown(),
          inFlight: unknown(),
          known: exactOptional(array(looseObject({ '@id': iri, _metadata: looseObject({}) }))),
          page,
        }),
        ...moveFormats,
      ]),
    ),
  },
}

/** Returns the edits and moves that were remembered for this account; none for any other text. */
export const parseRememberedEdits = (text: string, account: string) =>
  (parseRememberedText(text, account, format)?.edits ?? []) as (RememberedEdit | RememberedMove)[]

/**
 * Returns an edit as a refused one, about which the user decides: a conflict if something else is stored by now. Null if
 * its value is stored. Where it is not known whether the resource is there, its next save finds out.
 */
export const resumeEdit = (
  { page: editedOn, inFlight, known = [], ...change }: RememberedEdit,
  read: ReadResource,
  isGone = false,
): FieldChange | null => {
  const resource = editedResource(change, read)
  const remote = resource?.[change.property] ?? null
  if (resource && isSameValue(remote, change.value)) return null
  const isBase = [change.stored, inFlight].some((value) => isSameValue(value, remote))
  const conflict = resource && !isBase ? new Failure('conflict', { resource }) : null
  const failure = isGone ? new Failure('notFound') : conflict
  return {
    ...change,
    iri: resource?.['@id'] ?? change.iri,
    stored: resource && isBase ? remote : change.stored,
    interruption: { page: editedOn, failure, remote, known },
  }
}
