/**
 * How one caller sees the content at one moment. Whatever an answer owes to who asks is decided by the functions of
 * this file and of `access.ts`, which are given the readContext: nothing else looks into it for that.
 */
import type { Iri } from '#content/model/iri.ts'
import { type Viewer, anonymous, isEditor } from '#server/http/hono-env.ts'

/** What an answer was found to differ by while it was made: it decides which caches may keep it. */
export interface Variance {
  /** Another reader would get another answer. */
  byReader: boolean
  /** So would whoever asks for it from another page, as the `path` header says it. */
  byPath: boolean
}

export const newVariance = (): Variance => ({ byReader: false, byPath: false })

/** Adds what a part of an answer differs by to what the whole does. */
export const mergeVariance = (to: Variance, { byReader, byPath }: Variance) => {
  to.byReader ||= byReader
  to.byPath ||= byPath
}

export interface ReadContext {
  viewer: Viewer
  /** May see drafts. Asked by `seesDrafts`, `readsAll` and `seesEditorFields` alone. */
  canSeeDrafts: boolean
  /** ISO, in UTC. */
  now: string
  /** `?published=true`: only what is live. */
  published?: boolean
  /** The page it is asked for, as the `path` header says it: resolves what comes from page data. Asked by `pagePath` alone. */
  path?: string
  /** Where the API is, for whoever asks; without it, where it says it is at home. */
  base?: string
  /** What this caller has been found to be allowed to read, or not, from graph that were all there. A readContext lasts for one answer. */
  decisions: Map<Iri, boolean>
  /** The same of visitors, where an answer for somebody else is compared with theirs. */
  visitorDecisions?: Map<Iri, boolean>
  /** Pages and page data that are being shown, which this caller has been found to be allowed to read. */
  grantedPages?: readonly Iri[]
  /** For a page as it is shown: what none shows is left out. */
  isPageView?: boolean
  /** Takes in what the answer differs by, where a cache may come to keep it. */
  variance?: Variance
}

export const createReadContext = (
  viewer: Viewer,
  now: string,
  {
    published,
    path,
    base,
    variance,
  }: Partial<Pick<ReadContext, 'published' | 'path' | 'base' | 'variance'>> = {},
): ReadContext => ({
  viewer,
  canSeeDrafts: isEditor(viewer),
  now,
  decisions: new Map(),
  ...(published && { published }),
  ...(path && { path }),
  ...(base && { base }),
  ...(variance && { variance, visitorDecisions: new Map<Iri, boolean>() }),
})

export const createVisitorContext = (now: string): ReadContext => createReadContext(anonymous, now)

/** Another caller would be told otherwise, and the answer is made of what they are told. */
const byRole = ({ canSeeDrafts, variance }: ReadContext) => {
  if (variance) variance.byReader = true
  return canSeeDrafts
}

/**
 * Whether this caller is shown drafts, and told of them. Like the next two it is noted as a difference between readers, so
 * ask it last, where it changes the answer; `mayMatter` says whether it is worth finding out.
 */
export const seesDrafts = byRole

/** Whether this caller may read whatever is stored, whichever rules hold for others. */
export const readsAll = byRole

/** Whether this caller is sent the properties and versions that only editing needs. */
export const seesEditorFields = byRole

/** Whether this caller is told in a header if a draft could be published: beside the answer, and so not noted. */
export const seesValidity = ({ canSeeDrafts }: ReadContext) => canSeeDrafts

/** Whether it changes anything to find out what only some callers are told. */
export const draftsMayMatter = ({ canSeeDrafts, variance }: ReadContext) =>
  canSeeDrafts || (variance !== undefined && !variance.byReader)

/**
 * Decides by a rule that allows editors all that it allows users, and users all that it allows visitors. What a visitor may
 * do is the same for everybody; only the rest is a difference between readers.
 */
export const checkWithVariance = (
  readContext: ReadContext,
  rule: (readContext: ReadContext) => boolean,
): boolean => {
  if (!readContext.variance || readContext.variance.byReader) return rule(readContext)
  const { variance, visitorDecisions = new Map<Iri, boolean>(), ...plain } = readContext
  const visitor: ReadContext = {
    ...plain,
    viewer: anonymous,
    canSeeDrafts: false,
    decisions: visitorDecisions,
  }
  if (rule(visitor)) return true
  variance.byReader = true
  return readContext.viewer.userId !== null && rule(plain)
}

/** The page this is asked for. */
export const pagePath = ({ path, variance }: ReadContext) => {
  if (variance) variance.byPath = true
  return path
}

/** Dates are stored with milliseconds and sent without, but for the one in the metadata. */
export const toApiDate = (stored: string) => `${stored.slice(0, 19)}+00:00`
export const toApiTimestamp = (stored: string) => `${stored.slice(0, 23)}+00:00`

/** The last part of an item's IRI. */
export const endpointOf = (iri: Iri) => iri.slice(0, iri.lastIndexOf('/'))
