/** The interface of a content source: the database of this process, or a remote server with the same API. */
import type { Hono } from 'hono'
import type { Env } from '../http/hono-env.ts'
import type { ContentChanges } from '../render/cache/page-freshness.ts'
import type { SiteOptions } from '../render/site-options.ts'
import type { Health } from '../health.ts'
import type { MeasuredState } from '../monitoring/metrics.ts'
import type { FastPath } from '../http/cached-response-fast-path.ts'

export interface Preparation {
  /** Returns the lines to print once the server listens, at this URL. */
  messages: (url: string) => readonly string[]
  /** Undoes the preparation when the server cannot listen after all and nobody would read the messages. */
  rollback: () => Promise<unknown>
}

/** Provides everything that the site needs to render content, and the routes that are served beside it. */
export interface ContentSource extends Pick<
  SiteOptions,
  'identifyViewer' | 'siteConfig' | 'readPage' | 'api' | 'sendToApi' | 'hub'
> {
  /** Announces changes of the content; null for a remote source, which announces none. */
  changes: ContentChanges | null
  /** The routes of the API and the hub; null when another server provides them. */
  routes: { api: Hono<Env>; hub: Hono<Env>; fastPath: FastPath } | null
  /** Prepares the content before the server listens. */
  prepare: () => Promise<Preparation>
  health: Health
  /** The state that metrics contain; null when another server has it. */
  measured: MeasuredState | null
  /** Closes endless responses, so that the server can finish the other requests and stop. */
  closeStreams: () => void
  close: () => Promise<void>
}
