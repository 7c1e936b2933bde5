import type { FramingDraft } from '#content/pictures/crop-changes.ts'

/** A stored picture. */
export interface FramedPicture {
  url: string
  /** Its width, divided by its height. */
  ratio: number
}

/** The draft of a framing. */
export interface DraftProps {
  draft: FramingDraft
  /** The ratio of fractions that the crop keeps; null for any. */
  ratio: number | null
  onChange: (draft: FramingDraft) => void
}
