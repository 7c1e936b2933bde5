/** Makes the state that a document holds beside its HTML, without what the HTML holds. */
import { packContent } from '#content/page/packing/pack-content.ts'
import type { DocumentState, PageState } from '#src/entry-server.tsx'
import { findShownTexts } from './shown-texts.ts'

/**
 * Returns the state for the document of a page with this HTML. A signed-in user’s holds the words of the content, too: what
 * is edited must be what is stored, whatever has changed the HTML in between.
 */
export const documentStateOf = (
  { entries, page, ...state }: PageState,
  body: string,
): DocumentState => {
  const resources = new Map(entries.map(({ resource }) => [resource['@id'], resource]))
  const { texts, ...shown } = findShownTexts(body, (iri) =>
    state.user ? undefined : resources.get(iri),
  )
  const isOfEntries =
    page?.resources.length === entries.length &&
    entries.every(({ resource }, at) => resource['@id'] === page.resources[at])
  return {
    ...state,
    page: isOfEntries ? { ...page, resources: [] } : page,
    content: packContent(entries, texts),
    shown,
  }
}
