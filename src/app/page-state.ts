/** Defines the state that is embedded in a rendered page and hydrated by the browser. */
import type { AccountAttempt } from '#content/account/account-attempt.ts'
import { type Failure, failureFromStatus } from '#content/model/failure.ts'
import type { HtmlFields } from '#content/model/field.ts'
import type { Location } from '#content/navigation/location.ts'
import type { PackedContent } from '#content/page/packing/packed-content.ts'
import type { AssembledPage } from '#content/page/page.ts'
import type { SignInAttempt } from '#content/model/sign-in-attempt.ts'
import type { User, Versioned } from '#content/model/resource.ts'
import type { SiteConfig } from '#content/model/site-config.ts'
import type { AppInput } from '#machines/app/app.ts'
import type { GeneratedViews } from '#src/views/registry/registry.ts'

export interface PageState {
  build: string
  /** The base URL of the content API, as the browser reaches it. */
  api: string
  /** The path segment of manifests at a remote content API; null when it is not known. */
  manifestName: string | null
  /** The site's public origin; null when it is not configured. */
  origin: string | null
  location: Location
  page: AssembledPage | null
  failure: (Pick<Failure, 'message'> & Partial<Pick<Failure, 'status' | 'statusMessage'>>) | null
  entries: Versioned[]
  /** The sign-in without scripts that this page is the response to; absent on any other page. */
  signInAttempt?: SignInAttempt
  /** The form of an account screen, sent without scripts, that this page is the response to. */
  accountAttempt?: AccountAttempt
  user: User | null
  hub: string | null
  lastEventId: string | null
  site: SiteConfig
  /** The fields that the browser sanitizes. The kinds themselves are loaded with the editor only. */
  htmlFields: HtmlFields
  /** The kinds whose views are generated. */
  generatedViews: GeneratedViews
  /** True when every component is wrapped in Suspense, because one of them threw while rendering on the server. */
  withSuspense: boolean
}

/** The texts of the content that stand in the HTML. */
export interface ShownTexts {
  /**
   * The elements of resources whose first element contains a text, each by its distance from the one before, among all
   * that have an IRI.
   */
  steps: readonly number[]
  /** The length of all texts together, by which the browser notices that the HTML was changed. */
  length: number
}

/** The state as it stands in the document. */
export interface DocumentState extends Omit<PageState, 'entries'> {
  /** The entries, without the texts that stand in the HTML. The list of the page's resources is empty if it is theirs. */
  content: PackedContent
  shown: ShownTexts
}

/** Returns the root actor's input. */
export const toAppInput = (
  { failure, location, page, signInAttempt, accountAttempt, user, hub, lastEventId }: PageState,
  hasSessionHint: boolean,
): AppInput => ({
  location,
  page,
  user,
  hub,
  lastEventId,
  hasSessionHint,
  failure: failure && failureFromStatus(failure.status ?? 500, failure),
  signInAttempt,
  accountAttempt,
})
