/** Determines whether a component is a draft or live. */
import type { Resource } from './resource.ts'

/** Returns the state that highlights and badges show, or null for a resource without drafts. */
export const publishState = (resource: Resource): 'live' | 'draft' | null =>
  resource._metadata.publishable
    ? resource._metadata.publishable.published
      ? 'live'
      : 'draft'
    : null

/** True for a live version; false for a draft, and for resources without drafts. */
export const isLive = (resource: Resource | undefined) =>
  resource !== undefined && publishState(resource) === 'live'

/** True for a draft; false for a live version, and for resources without drafts. */
export const isDraft = (resource: Resource | undefined) =>
  resource !== undefined && publishState(resource) === 'draft'
