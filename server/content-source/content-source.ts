/** Where the content comes from: the database of this process, or another server that speaks the same contract. */
import type { Hono } from 'hono'
import type { Env } from '../http/hono-env.ts'
import type { ContentChanges } from '../render/page-cache.ts'
import type { SiteOptions } from '../render/site-routes.ts'
import type { Health } from '../health.ts'
import type { FastPath } from '../http/cached-response-fast-path.ts'

export interface Preparation {
  /** To be printed for whoever started the server. */
  messages: readonly string[]
  /** Undoes it, where the server cannot listen after all and nobody would read the lines. */
  rollback: () => Promise<unknown>
}

/** What the site needs to show the content, and what else is served beside it. */
export interface ContentSource extends Pick<
  SiteOptions,
  'whoAsks' | 'siteConfig' | 'readPage' | 'api' | 'hub'
> {
  /** Null where nobody says what has changed. */
  changes: ContentChanges | null
  /** Null where another server answers. */
  routes: { api: Hono<Env>; hub: Hono<Env>; fastPath: FastPath } | null
  /** What has to be done before the first request. */
  prepare: () => Promise<Preparation>
  health: Health
  /** Ends what would otherwise never end, so that the requests under way can. */
  closeStreams: () => void
  close: () => Promise<void>
}
