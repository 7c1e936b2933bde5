import { isFirstOnPage } from '#content/model/groups.ts'
import type { Iri } from '#content/model/iri.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'

/** Whether what stands in this position is the first thing on its page, and so its main heading. */
export const useIsFirstOnPage = (position: Iri | null) =>
  useResourceSelector((read) => position !== null && isFirstOnPage(position, read))
