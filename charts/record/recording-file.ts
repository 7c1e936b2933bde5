/** Writes recordings to files and reads them, with what several snapshots share written once. */
import type { Json } from '../model/chart-model.ts'
import { areFacts, checkedParts, isCount } from './check-recording.ts'
import { type Recording, recordingFormat, recordingVersion } from './recording.ts'
import { SharedValues } from './shared-values.ts'

interface RecordingFile extends Omit<Recording, 'actors' | 'timers' | 'entries'> {
  /** Values that are in more than one place, which refer to them as `{ "$shared": 12 }`. */
  shared: Json[]
  actors: Json
  timers: Json
  entries: Json
}

/**
 * Returns the text of a recording's file.
 * @public Called by those who save a recording.
 */
export function writeRecording({ actors, timers, entries, ...rest }: Recording): string {
  const parts = [actors, timers, entries] as unknown as Json[]
  const uses = countUses(parts)
  const places = new Map<object, number>()
  const shared: Json[] = []
  const written = (value: Json): Json => {
    if (value === null || typeof value !== 'object') return value
    if (uses.get(value)! < 2) return contentOf(value)
    const known = places.get(value)
    if (known !== undefined) return { $shared: known }
    const place = shared.push(null) - 1
    places.set(value, place)
    shared[place] = contentOf(value)
    return { $shared: place }
  }
  const contentOf = (value: Json[] | { [key: string]: Json }): Json =>
    Array.isArray(value) ? value.map(written) : mapValues(value, written)
  const [ofActors, ofTimers, ofEntries] = parts.map((part) => contentOf(part as Json[]))
  const file = { ...rest, shared, actors: ofActors!, timers: ofTimers!, entries: ofEntries! }
  return JSON.stringify(file satisfies RecordingFile)
}

/** Returns the recording of a file. Throws with a sentence for people if it is none, or one of another version. */
export function readRecording(text: string): Recording {
  const file = parsed(text)
  if (file.format !== recordingFormat) throw new Error('This file is no recording.')
  if (file.version !== recordingVersion)
    throw new Error(
      `This recording has the version ${versionText(file.version)}, and only ${recordingVersion} is understood.`,
    )
  const { shared, about, from, dropped } = file
  if (!Array.isArray(shared) || !areFacts(about) || !isCount(from) || !isCount(dropped))
    throw new Error('This file is no recording: its first lines are not as they should be.')
  const { restore } = new SharedValues(shared)
  // One after the other, since all of them together may be as large as the recorded system has been active.
  const each = (list: Json = null) => (Array.isArray(list) ? list.map(restore) : null)
  const parts = {
    actors: each(file.actors),
    timers: each(file.timers),
    entries: each(file.entries),
  }
  const { format, version } = { format: recordingFormat, version: recordingVersion } as const
  return { format, version, from, about, ...checkedParts(parts), dropped }
}

/** Returns what a file says, which may have been made by anyone. */
const parsed = (text: string): Partial<RecordingFile> => {
  try {
    return Object(JSON.parse(text)) as Partial<RecordingFile>
  } catch {
    throw new Error('This file is no recording: it is not JSON.')
  }
}

const versionText = (version: unknown) =>
  typeof version === 'number' || typeof version === 'string' ? String(version).slice(0, 20) : '?'

/** Returns how often each object is used. What an object contains is counted once. */
const countUses = (parts: readonly Json[]) => {
  const uses = new Map<object, number>()
  const count = (value: Json): void => {
    if (value === null || typeof value !== 'object') return
    const before = uses.get(value) ?? 0
    uses.set(value, before + 1)
    if (before === 0) for (const item of Object.values(value)) count(item)
  }
  for (const part of parts) count(part)
  return uses
}

const mapValues = (value: { [key: string]: Json }, change: (item: Json) => Json) =>
  Object.fromEntries(Object.entries(value).map(([name, item]) => [name, change(item)]))
