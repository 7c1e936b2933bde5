import { opensPage } from '#content/groups.ts'
import type { Iri } from '#content/iri.ts'
import { useRead } from '#src/resources/use-resource.ts'

/** Whether what stands in this position is the first thing on its page, and so its main heading. */
export const useOpensPage = (position: Iri | null) =>
  useRead((read) => position !== null && opensPage(position, read))
