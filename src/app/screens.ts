import { hasPage } from '#content/location.ts'

/** The app's own screens, beside the pages of content. */
export const screens = { signIn: '/login' } as const

/** A page with nothing in it yet: what public/sw.js shows pages in when there is no network. */
export const shellPath = '/_offline'

const own: readonly string[] = Object.values(screens)

/** Whether anything is shown at a path that is neither a page nor one of the screens that there are. */
export const isNowhere = (path: string) => !hasPage(path) && !own.includes(path)

export const nowhere = (path: string) => ({ status: 404, message: `Page not found: ${path}` })
