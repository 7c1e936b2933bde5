/** What the server sends along with a rendered page, so that the browser starts where the server stopped. */
import { failureFromStatus } from '#content/model/failure.ts'
import type { Location } from '#content/page/location.ts'
import type { AssembledPage } from '#content/page/page.ts'
import type { User, Versioned } from '#content/model/resource.ts'
import type { SiteConfig } from '#content/page/site-config.ts'
import type { AppInput } from '#machines/app/app.ts'

export interface PageState {
  build: string
  /** The base URL of the content API, as the browser reaches it. */
  api: string
  /** What another server was heard to call a page's manifest. */
  manifestName: string | null
  /** Where the site is at home; null where nobody has said so. */
  origin: string | null
  location: Location
  page: AssembledPage | null
  failure: { status?: number; message: string } | null
  entries: Versioned[]
  user: User | null
  hub: string | null
  lastEventId: string | null
  site: SiteConfig
  /** Rendered with places to give up in, because something on the page could not be rendered. */
  withSuspense: boolean
}

export const toAppInput = (
  { failure, location, page, user, hub, lastEventId }: PageState,
  hasSessionHint: boolean,
): AppInput => ({
  location,
  page,
  user,
  hub,
  lastEventId,
  hasSessionHint,
  failure: failure && failureFromStatus(failure.status ?? 500, { message: failure.message }),
})
