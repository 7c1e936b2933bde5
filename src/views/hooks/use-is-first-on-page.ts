import { createContext, use } from 'react'
import { isFirstOnPage } from '#content/model/groups.ts'
import { type Iri, NEW_POSITION } from '#content/model/iri.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'

/** True where a component is being added that will be the first on its page. No resource says so before it is saved. */
export const IsAddedFirstContext = createContext(false)

/** Returns true when a position is the first on its page, which makes its heading the page's `<h1>`. */
export const useIsFirstOnPage = (position: Iri<'COMPONENT_POSITION'> | null) => {
  const isAddedFirst = use(IsAddedFirstContext)
  const isFirst = useResourceSelector((read) => position !== null && isFirstOnPage(position, read))
  return position === NEW_POSITION ? isAddedFirst : isFirst
}
