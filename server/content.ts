/** Where the content comes from: the database of this process, or another server that speaks the same contract. */
import type { Hono } from 'hono'
import type { Env } from './env.ts'
import type { Changes } from './render/cache.ts'
import type { SiteOptions } from './render/site.ts'
import type { Health } from './readiness.ts'
import type { Shortcut } from './shortcut.ts'

export interface Prepared {
  /** To be printed for whoever started the server. */
  lines: readonly string[]
  /** Undoes it, where the server cannot listen after all and nobody would read the lines. */
  takeBack: () => Promise<unknown>
}

/** What the site needs to show the content, and what else is served beside it. */
export interface Content extends Pick<
  SiteOptions,
  'whoAsks' | 'siteConfig' | 'readPage' | 'api' | 'hub'
> {
  /** Null where nobody says what has changed. */
  changes: Changes | null
  /** Null where another server answers. */
  routes: { api: Hono<Env>; hub: Hono<Env>; shortcut: Shortcut } | null
  /** What has to be done before the first request. */
  prepare: () => Promise<Prepared>
  health: Health
  /** Ends what would otherwise never end, so that the requests under way can. */
  hangUp: () => void
  close: () => Promise<void>
}
