/** Defines the events that the queue of uploads receives and emits. */
import type { PickedFile, UploadOutcome } from '#content/pictures/uploads.ts'

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    /** The library has a file that it did not have before. */
    uploadQueue: { type: 'file.uploaded' }
  }
}

export type UploadQueueEvent =
  | { type: 'files.added'; files: readonly PickedFile[] }
  | { type: 'cancel.requested'; id: string }
  /** Sends these files again, and whatever waits. */
  | { type: 'retry.requested'; ids: readonly string[] }
  /** Sends the files from before the document was loaded, or gives them up. */
  | { type: 'resume.requested' | 'discard.requested' }
  /** Removes from the list what needs nothing more. */
  | { type: 'clear.requested' }
  | { type: 'network.restored' | 'connection.opened' | 'session.renewed' }

/** The event of an upload that has ended. */
export type UploadEnded = { type: `xstate.done.actor.${string}`; output: UploadOutcome }

/** Returns the id of the actor that sends a file. */
export const actorIdOf = (id: string) => `upload ${id}`
/** Returns the id of the file whose upload has ended; '' for another event. */
export const uploadIdOf = ({ type }: { type: string }) => {
  const prefix = `xstate.done.actor.${actorIdOf('')}`
  return type.startsWith(prefix) ? type.slice(prefix.length) : ''
}
