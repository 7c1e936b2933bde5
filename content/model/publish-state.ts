/** Determines whether a component is a draft or live. */
import type { Resource } from './resource.ts'

/** Returns the state that highlights and badges show, or null for a resource without drafts. */
export const publishState = (resource: Resource): 'live' | 'draft' | null =>
  resource._metadata.publishable
    ? resource._metadata.publishable.published
      ? 'live'
      : 'draft'
    : null
