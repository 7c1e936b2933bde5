import { isFirstOnPage } from '#content/model/groups.ts'
import type { Iri } from '#content/model/iri.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'

/** Returns true when a position is the first on its page, which makes its heading the page's `<h1>`. */
export const useIsFirstOnPage = (position: Iri<'COMPONENT_POSITION'> | null) =>
  useResourceSelector((read) => position !== null && isFirstOnPage(position, read))
