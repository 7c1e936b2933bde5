/** The rules of the machines that list resources for the query in the URL. */
import type { Location } from '#content/navigation/location.ts'

/** The location of the screen. */
export interface ListInput {
  /** Null where no URL decides what is listed. */
  path: string | null
  /** The query string: what is searched and filtered, and the page. */
  search: string
}

interface LocationArgs {
  context: ListInput
  event: { type: string; location?: Location }
}

/** The list is read again for another query of its own screen only. */
export const locationGuards = {
  isSamePath: ({ context, event }: LocationArgs) => event.location?.path === context.path,
  isSameSearch: ({ context, event }: LocationArgs) => event.location?.search === context.search,
}
