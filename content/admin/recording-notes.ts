/** The sentences about a recording that the viewer of machines shows. */
import { byteLabel } from '../model/byte-label.ts'
import { counted } from '../model/counted.ts'

/** The largest file that is read. A report of ten thousand events has a tenth of it. */
const sizeLimit = 100 * 1024 * 1024

/** Returns the reason why a file is not read; null if its size is fine. */
export function refusedSize(bytes: number) {
  if (bytes === 0) return 'This file is empty.'
  return bytes > sizeLimit
    ? `This file has ${byteLabel(bytes)}. Recordings of up to ${byteLabel(sizeLimit)} are opened.`
    : null
}

interface Recorded {
  /** The facts that were written into the recording. */
  about: Readonly<Record<string, unknown>>
  dropped: number
}

/** Returns what the reader of a recording should know, given the hash of the charts that are shown. */
export const recordingNotes = ({ about, dropped }: Recorded, charts: string): string[] => [
  ...(dropped > 0
    ? [`${counted(dropped, 'earlier event is', 'earlier events are')} not in it.`]
    : []),
  ...chartNotes(about['charts'], charts),
]

function chartNotes(recorded: unknown, charts: string) {
  if (recorded === charts) return []
  return [
    typeof recorded === 'string'
      ? 'The machines have changed since: states and transitions that the charts of this version do not have are not drawn.'
      : 'It does not say of which version of the machines it is, so the charts may be others than those that were recorded.',
  ]
}
