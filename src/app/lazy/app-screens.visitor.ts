/** Leaves the screens of the app to the editor's build: the visitors' build goes to them as to another site, by a document. */
import { type Location, hrefOf } from '#content/navigation/location.ts'
import { isPublicPath } from '#content/navigation/path-patterns.ts'

const NoScreen = () => null

/** Opens the document of a location. Resolves only when the browser comes back to this one, with the path that is shown here. */
const openDocument = (to: Location) =>
  new Promise<string>((resolve) => {
    const shown = location.pathname + location.search
    addEventListener('pageshow', () => resolve(shown), { once: true })
    // Back and forward have changed the address already.
    if (shown === to.path + to.search) location.reload()
    else location.assign(hrefOf(to))
  })

export const loadAuthorizeNavigation = () => Promise.resolve({ authorizeNavigation: openDocument })
export const loadAppScreen = () => Promise.resolve({ AppScreen: NoScreen })
export const resolveAppScreen = () => Promise.resolve(NoScreen)
export const isShownByApp = isPublicPath
