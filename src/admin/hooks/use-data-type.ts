import { unknownDataType } from '#content/admin/data-types.ts'
import { useDataList } from './use-data-list.ts'

/**
 * Returns what is known of a type of page data, by its key in the entry point of the API, as the path of its list has it:
 * `blogArticleData`. A type that the API does not have gets a name that is made of the key.
 *
 * @example
 * const { name, isKnown } = useDataType('blogArticleData')
 */
export function useDataType(key: string) {
  const { types, isBusy, failure, reload } = useDataList()
  const found = types?.find((type) => type.key === key)
  return {
    ...(found ?? unknownDataType(key)),
    /** False also until the types are read. */
    isKnown: found !== undefined,
    isBusy,
    failure,
    reload,
  }
}
