/** How one caller sees the content at one moment. */
import type { Iri } from '#content/iri.ts'
import { type Viewer, anonymous, isEditor } from '../env.ts'

export interface View {
  viewer: Viewer
  /** May see drafts. */
  drafts: boolean
  /** ISO, in UTC. */
  now: string
  /** `?published=true`: only what is live. */
  published?: boolean
  /** The page it is asked for, as the `path` header says it: resolves what comes from page data. */
  path?: string
  /** Where the API is, for whoever asks; without it, where it says it is at home. */
  base?: string
}

export const viewOf = (
  viewer: Viewer,
  now: string,
  { published, path, base }: Partial<Pick<View, 'published' | 'path' | 'base'>> = {},
): View => ({
  viewer,
  drafts: isEditor(viewer),
  now,
  ...(published && { published }),
  ...(path && { path }),
  ...(base && { base }),
})

export const visitorView = (now: string): View => ({ viewer: anonymous, drafts: false, now })

/** Dates are stored with milliseconds and sent without, but for the one in the metadata. */
export const sentDate = (stored: string) => `${stored.slice(0, 19)}+00:00`
export const sentMoment = (stored: string) => `${stored.slice(0, 23)}+00:00`

/** The last part of an item's IRI. */
export const endpointOf = (iri: Iri) => iri.slice(0, iri.lastIndexOf('/'))
