/**
 * How one caller sees the content at one moment. Whatever an answer owes to who asks is decided by the functions of
 * this file and of `access.ts`, which are given the view: nothing else looks into it for that.
 */
import type { Iri } from '#content/iri.ts'
import { type Viewer, anonymous, isEditor } from '../env.ts'

export interface View {
  viewer: Viewer
  /** May see drafts. Asked by `seesDrafts`, `readsAll` and `seesEditorFields` alone. */
  drafts: boolean
  /** ISO, in UTC. */
  now: string
  /** `?published=true`: only what is live. */
  published?: boolean
  /** The page it is asked for, as the `path` header says it: resolves what comes from page data. */
  path?: string
  /** Where the API is, for whoever asks; without it, where it says it is at home. */
  base?: string
  /** What this caller has been found to be allowed to read, or not, from facts that were all there. A view lasts for one answer. */
  decided: Map<Iri, boolean>
  /** Pages and page data that are being shown, which this caller has been found to be allowed to read. */
  standing?: readonly Iri[]
  /** For a page as it is shown: what none shows is left out. */
  isShown?: boolean
}

export const viewOf = (
  viewer: Viewer,
  now: string,
  { published, path, base }: Partial<Pick<View, 'published' | 'path' | 'base'>> = {},
): View => ({
  viewer,
  drafts: isEditor(viewer),
  now,
  decided: new Map(),
  ...(published && { published }),
  ...(path && { path }),
  ...(base && { base }),
})

export const visitorView = (now: string): View => viewOf(anonymous, now)

/** Whether this caller is shown drafts, and told of them. */
export const seesDrafts = ({ drafts }: View) => drafts

/** Whether this caller may read whatever is stored, whichever rules hold for others. */
export const readsAll = ({ drafts }: View) => drafts

/** Whether this caller is sent the properties and versions that only editing needs. */
export const seesEditorFields = ({ drafts }: View) => drafts

/** Dates are stored with milliseconds and sent without, but for the one in the metadata. */
export const sentDate = (stored: string) => `${stored.slice(0, 19)}+00:00`
export const sentMoment = (stored: string) => `${stored.slice(0, 23)}+00:00`

/** The last part of an item's IRI. */
export const endpointOf = (iri: Iri) => iri.slice(0, iri.lastIndexOf('/'))
