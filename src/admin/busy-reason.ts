/** Says what an actor of the admin area does while nothing else can be begun. */
import type { AnyMachineSnapshot, SnapshotFrom } from 'xstate'
import type { mediaFileMachine } from '#machines/admin/media-file.ts'

/** The words for a state, by its name. */
const words: Readonly<Record<string, string>> = {
  reading: 'Loading…',
  readingUses: 'Loading…',
  rereading: 'Loading…',
  renewing: 'Waiting for you to sign in…',
  confirming: 'Waiting for your answer…',
  confirmingDiscard: 'Waiting for your answer…',
  saving: 'Saving…',
  generating: 'Saving…',
  added: 'Saving…',
  testing: 'Sending…',
  ending: 'Signing out…',
  deleting: 'Deleting…',
  deleted: 'It was deleted.',
  missing: 'It was deleted.',
}

/** Returns why nothing can be begun in this state, or null. */
export const busyReasonOf = ({ value }: Pick<AnyMachineSnapshot, 'value'>) =>
  (typeof value === 'string' && words[value]) || null

/** Returns why a file cannot be deleted in this state, or null. */
export const deletionRefusalOf = (snapshot: SnapshotFrom<typeof mediaFileMachine>) => {
  if (snapshot.can({ type: 'deletion.requested' })) return null
  return busyReasonOf(snapshot) ?? 'The texts are not saved yet.'
}
