import type { MediaFileDraft } from '#content/pictures/media-file-draft.ts'

export type MediaFileEvent =
  | { type: 'texts.changed'; changes: MediaFileDraft }
  /** A field has lost the focus. */
  | { type: 'texts.left' }
  /** Another screen is shown. */
  | { type: 'screen.left' }
  | { type: 'retry.requested' }
  /** Keeps what somebody else has saved. */
  | { type: 'draft.discarded' }
  | { type: 'deletion.requested' | 'deletion.confirmed' | 'deletion.canceled' }
