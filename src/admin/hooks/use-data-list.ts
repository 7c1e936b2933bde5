import { type DataType, dataTypeOf } from '#content/admin/data-types.ts'
import { useFixedList } from './use-list-page.ts'

/**
 * Returns the types of page data that the API describes in its metadata: for each its class, its key in the entry point of the
 * API, the name that people see and the path of its list.
 *
 * @example
 * const { types } = useDataList()
 */
export function useDataList() {
  const { rows, isBusy, failure, reload } = useFixedList('/_cwa/data', '')
  const types: readonly DataType[] | null =
    rows?.map(({ resource, name }) => dataTypeOf(resource, name)) ?? null
  return {
    /** Null until they are read. */
    types,
    isBusy,
    failure,
    reload,
  }
}
