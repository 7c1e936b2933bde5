import type { Iri } from '#content/model/iri.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { quotedLabelOf } from '../labels.ts'
import { useSiteKinds } from '../site-kinds.ts'

/** Returns the label of a resource with the beginning of its text, such as `Title “Welcome”`. */
export function useQuotedLabel(iri: Iri) {
  const site = useSiteKinds()
  return useResourceSelector((read) => quotedLabelOf(iri, read, site))
}
