import type { Option } from '#content/admin/item-form.ts'
import { useFixedList } from './use-list-page.ts'

/**
 * Returns the pages that are templates of page data, by their names. `load` reads them again; of several requests, the answer
 * to the latest wins.
 *
 * @example
 * const { templates, load } = useDynamicPageLoader()
 */
export function useDynamicPageLoader() {
  const { rows, isBusy, failure, reload } = useFixedList(
    '/_cwa/pages',
    '?isTemplate=true&sort=reference&perPage=100',
  )
  const templates: readonly Option[] | null =
    rows?.map(({ iri, name }) => ({ value: iri, label: name })) ?? null
  return {
    /** Null until they are read. */
    templates,
    isBusy,
    failure,
    load: reload,
  }
}
