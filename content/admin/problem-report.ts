/** The words about the file of a report, which are said before it is saved. */
import { byteLabel } from '../model/byte-label.ts'
import { counted } from '../model/counted.ts'

export interface ReportFacts {
  /** The time from which on it was recorded, in milliseconds since 1970. */
  since: number
  /** The number of events in the file. */
  events: number
  bytes: number
}

/** Returns how much is in the file, in a sentence. */
export const reportSummary = ({ since, events, bytes }: ReportFacts) =>
  `${counted(events, 'event', 'events')} since ${new Date(since).toLocaleTimeString()}, ${byteLabel(bytes)}.`

/** Returns the name of the file: `report-2026-11-28-17-04.json`. */
export const reportFileName = (at: number) =>
  `report-${new Date(at).toISOString().slice(0, 16).replace(/[T:]/g, '-')}.json`
