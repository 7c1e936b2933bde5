/**
 * The context of one read: the viewer, the time and the page it is for; and what the response varies by. What a viewer
 * may see is decided only by the functions of this file and of `read-access.ts`.
 */
import type { Iri } from '#content/model/iri.ts'
import { type Viewer, anonymous, isEditor } from '#server/auth/viewer.ts'
import type { ResourceGraph } from '../graph/resource-graph.ts'

/** Records what a response varies by while it is computed. It decides which caches may store the response. */
export interface Variance {
  /** True if another viewer would get a different response. */
  byViewer: boolean
  /** True if the response depends on the page that it is requested for. */
  byPath: boolean
}

/** Returns the variance of a response that is the same for everyone. */
export const newVariance = (): Variance => ({ byViewer: false, byPath: false })

/** Merges the variance of a part into that of the whole. */
export const mergeVariance = (to: Variance, { byViewer, byPath }: Variance) => {
  to.byViewer ||= byViewer
  to.byPath ||= byPath
}

export interface ReadContext {
  viewer: Viewer
  /**
   * True if the viewer is an editor. Read only by `seesDrafts`, `readsAll`, `seesEditorFields` and
   * `seesValidity`.
   */
  isForEditor: boolean
  /** The time of the read as an ISO date, in UTC. */
  now: string
  /** True to read only published content. */
  published?: boolean
  /**
   * The page that is shown; dynamic positions resolve by it. Read only by `pagePath`.
   */
  path?: string
  /** The API's base URL as this viewer reaches it; undefined for the configured one. */
  base?: string
  /** The access decisions made so far on complete data. A context lasts for one response. */
  decisions: Map<Iri, boolean>
  /** The same for visitors, when a response is compared with theirs. */
  visitorDecisions?: Map<Iri, boolean>
  /** The pages and page data that are shown, to which access has already been granted. */
  grantedPages?: readonly Iri[]
  /** True for a page payload: properties that no page shows are left out. */
  isPageView?: boolean
  /** True for a member of a list: what may be as long as a list itself is left out. */
  isListMember?: boolean
  /** Receives what the response varies by, where a cache may store it. */
  variance?: Variance
}

/** Returns the context in which a viewer reads at a time. */
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
  isForEditor: isEditor(viewer),
  now,
  decisions: new Map(),
  ...(published && { published }),
  ...(path && { path }),
  ...(base && { base }),
  ...(variance && { variance, visitorDecisions: new Map<Iri, boolean>() }),
})

/** Records that the response varies by viewer, and returns whether this one sees drafts. */
const byRole = ({ isForEditor, variance }: ReadContext) => {
  if (variance) variance.byViewer = true
  return isForEditor
}

/**
 * Returns true if this viewer sees drafts. Like the next two functions it records that the response varies by viewer,
 * so call it only where the result depends on it. `canDependOnDrafts` tells if that may be so.
 */
export const seesDrafts = byRole

/** Returns true if this viewer may read everything that is stored. */
export const readsAll = byRole

/** Returns true if this viewer receives the properties and versions that only editing needs. */
export const seesEditorFields = byRole

/**
 * Returns true if this viewer is told whether a draft could be published. That is told beside the cached
 * resource, so this is not recorded as variance.
 */
export const seesValidity = ({ isForEditor }: ReadContext) => isForEditor

/** Returns true while computing what only editors get can still change the result or its variance. */
export const canDependOnDrafts = ({ isForEditor, variance }: ReadContext) =>
  isForEditor || (variance !== undefined && !variance.byViewer)

/**
 * Applies a rule that allows users everything visitors may do, and editors everything users may do. What a
 * visitor may do is the same for everybody; only the rest is recorded as variance by viewer.
 *
 * While data is missing, nothing is recorded and the result does not count: all that is checked in this run then misses
 * its data together, instead of each thing in a run of its own.
 */
export const checkWithVariance = (
  readContext: ReadContext,
  rule: (readContext: ReadContext) => boolean,
  graph?: Pick<ResourceGraph, 'isComplete'>,
): boolean => {
  if (!readContext.variance || readContext.variance.byViewer) return rule(readContext)
  const { variance, visitorDecisions = new Map<Iri, boolean>(), ...plain } = readContext
  const visitor: ReadContext = {
    ...plain,
    viewer: anonymous,
    isForEditor: false,
    decisions: visitorDecisions,
  }
  if (rule(visitor)) return true
  if (graph && !graph.isComplete()) return false
  variance.byViewer = true
  return readContext.viewer.userId !== null && rule(plain)
}

/** Returns the page that is shown, and records that the response depends on it. */
export const pagePath = ({ path, variance }: ReadContext) => {
  if (variance) variance.byPath = true
  return path
}

/** Returns a stored date as responses have it: without milliseconds, with `+00:00`. */
export const toApiDate = (stored: string) => `${stored.slice(0, 19)}+00:00`
/** Returns a stored date as metadata has it: with milliseconds and `+00:00`. */
export const toApiTimestamp = (stored: string) => `${stored.slice(0, 23)}+00:00`
