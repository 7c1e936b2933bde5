/** The messages between a window and another one that follows it. */
import type { RecordedPart } from '#charts/live/recorded-steps.ts'

/**
 * - `began` and `ended`: the window that is followed is there, and is gone
 * - `joined` and `left`: the same of the one that follows it
 * - `happened`: all that has happened, and then what is new
 */
export type SharedMessage =
  { type: 'began' | 'ended' | 'joined' | 'left' } | ({ type: 'happened' } & RecordedPart)

/** Returns the name of the channel of a window that is followed. */
export const channelName = (id: string) => `machines ${id}`
