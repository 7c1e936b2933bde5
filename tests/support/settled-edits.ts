import type { SettledEdits } from '#machines/editing/changes/wait-until-idle.ts'

/** The outcomes once edits are no longer being saved: all are saved, or one waits for a decision. */
export const settledEdits = (isSaved: boolean, more: Partial<SettledEdits> = {}): SettledEdits => ({
  isSaved,
  isOffline: isSaved,
  edits: [],
  ...more,
})
