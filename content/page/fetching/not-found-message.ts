/** Returns the message for a page that does not exist. */
import { type Location, safeDecodeUri } from '../../navigation/location.ts'
import { isIriPath } from '../page.ts'

/** Returns the message of a 404: the address with its query, or the IRI of a page without a route. */
export const notFoundMessage = ({ path, search }: Pick<Location, 'path' | 'search'>) =>
  isIriPath(path)
    ? `The resource '${path}' does not exist.`
    : `Page not found: ${safeDecodeUri(path)}${search}`
