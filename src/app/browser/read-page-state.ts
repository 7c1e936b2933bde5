/** Reads the state of the page from its document: what stands in the HTML is read from there (server/render/shown-texts.ts). */
import type { Versioned } from '#content/model/resource.ts'
import { unpackContent } from '#content/page/packing/unpack-content.ts'
import type { DocumentState, PageState } from '../page-state.ts'

/** Returns the text of an element, or its HTML if it has some. */
const contentOf = (element: Element | null | undefined) =>
  element?.firstElementChild ? element.innerHTML : (element?.textContent ?? '')

/** Returns the state that the server has rendered the page from. */
export const readPageState = (): PageState => {
  const json = document.getElementById('state')!.textContent!
  const { content, shown, page, ...state } = JSON.parse(json) as DocumentState
  const elements = [...document.querySelectorAll<HTMLElement>('#root [data-iri]')]
  let at = 0
  const texts = [
    ...elements.map(({ dataset: { iri } }) => iri!),
    ...shown.steps.map((step) => contentOf(elements[(at += step)]?.firstElementChild)),
  ]
  // Something, such as an extension of the browser, has changed the page before the app: it is then fetched anew.
  if (texts.join('').length !== shown.length) return { ...state, page: null, entries: [] }
  const entries = unpackContent(content, texts) as Versioned[]
  if (page && !page.resources.length)
    page.resources = entries.map(({ resource }) => resource['@id'])
  return { ...state, page, entries }
}
