/** What the server sends along with a rendered page, so that the browser starts where the server stopped. */
import { failureOf } from '#content/failure.ts'
import type { Location } from '#content/location.ts'
import type { ShownPage } from '#content/page.ts'
import type { User, Versioned } from '#content/resource.ts'
import type { SiteConfig } from '#content/site-config.ts'
import type { AppInput } from '#machines/app.ts'

export interface PageState {
  build: string
  /** The base URL of the content API, as the browser reaches it. */
  api: string
  /** What another server was heard to call a page's manifest. */
  manifest: string | null
  /** Where the site is at home; null where nobody has said so. */
  origin: string | null
  location: Location
  page: ShownPage | null
  failure: { status?: number; message: string } | null
  entries: Versioned[]
  user: User | null
  hub: string | null
  lastEventId: string | null
  site: SiteConfig
  /** Rendered with places to give up in, because something on the page could not be rendered. */
  guarded: boolean
}

export const inputOf = (
  { failure, location, page, user, hub, lastEventId }: PageState,
  possible: boolean,
): AppInput => ({
  location,
  page,
  user,
  hub,
  lastEventId,
  possible,
  failure: failure && failureOf(failure.status ?? 500, { message: failure.message }),
})
