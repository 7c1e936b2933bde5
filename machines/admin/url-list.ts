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

/** The guards in plain words. */
export const locationGuardDescriptions = {
  isSamePath: 'The location is that of this screen.',
  isSameSearch: 'The query string is the one that is listed already.',
}
