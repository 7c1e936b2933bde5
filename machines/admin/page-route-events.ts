/** The events of the routes of a page. */
import type { Iri } from '#content/model/iri.ts'

export type PageRoutesEvent =
  | { type: 'edit.requested' | 'redirect.requested' | 'generation.requested' }
  | { type: 'path.changed'; path: string }
  /** Chooses whether the routes of the pages below change with the path. */
  | { type: 'cascade.changed'; isCascading: boolean }
  | { type: 'save.requested' | 'edit.canceled' | 'retry.requested' }
  /** Deletes the route, or one of its redirects. */
  | { type: 'deletion.requested'; iri: Iri }
  | { type: 'deletion.confirmed' | 'deletion.canceled' }
