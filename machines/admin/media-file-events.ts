import type { MediaFileDraft } from '#content/pictures/media-file-draft.ts'

export type MediaFileEvent =
  | { type: 'texts.changed'; changes: MediaFileDraft }
  /** A field has lost the focus, or the screen is left. */
  | { type: 'texts.left' }
  | { type: 'retry.requested' }
  /** Keeps what somebody else has saved. */
  | { type: 'draft.discarded' }
  | { type: 'deletion.requested' | 'deletion.confirmed' | 'deletion.canceled' }
