/** Converts the selection to a text, which a tab remembers over a reload, and back. */
import { array } from 'valibot'
import { iri, maxCharacters, parseRememberedText } from '../../change/remembered-text.ts'
import { type Iri, NEW_RESOURCE, isIriOf } from '../../model/iri.ts'
import type { Stack } from '../../model/selection-fallbacks.ts'

const format = { version: 1, entries: { iris: array(iri) } }

/**
 * Returns what is remembered of a selection: the position of a component, which outlives a new draft, or else what is
 * selected. Undefined for nothing, and for a resource that is being added.
 */
const rememberedIri = ([selected, parent]: Stack): Iri | undefined => {
  if (selected === NEW_RESOURCE) return undefined
  return isIriOf('COMPONENT_POSITION', parent) ? parent : selected
}

/** Returns the text that is remembered for an account; null where nothing is selected. */
export const rememberedSelectionText = (account: string, stacks: readonly Stack[]) => {
  const iris = stacks.map(rememberedIri).filter((one) => one !== undefined)
  const text = JSON.stringify({ version: format.version, account, iris })
  return iris.length === 0 || text.length > maxCharacters ? null : text
}

/** Returns the positions and other resources that were selected for this account; none for any other text. */
export const parseRememberedSelection = (text: string, account: string): Iri[] =>
  parseRememberedText(text, account, format)?.iris ?? []
