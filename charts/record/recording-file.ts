/** Writes recordings to files and reads them, with what several snapshots share written once. */
import type { Json } from '../model/chart-model.ts'
import { type Recording, recordingFormat, recordingVersion } from './recording.ts'

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
      `This recording has the version ${String(file.version)}, and only ${recordingVersion} is understood.`,
    )
  const { shared, actors, timers, entries, ...rest } = file
  const read = new Map<number, Json>()
  const restored = (value: Json): Json => {
    if (value === null || typeof value !== 'object') return value
    if (Array.isArray(value)) return value.map(restored)
    const { $shared: place } = value
    if (typeof place !== 'number') return mapValues(value, restored)
    if (!read.has(place)) read.set(place, restored(shared[place] ?? null))
    return read.get(place)!
  }
  return {
    ...rest,
    ...({
      actors: restored(actors),
      timers: restored(timers),
      entries: restored(entries),
    } as unknown as Pick<Recording, 'actors' | 'timers' | 'entries'>),
  }
}

const parsed = (text: string): RecordingFile => {
  try {
    return Object(JSON.parse(text)) as RecordingFile
  } catch {
    throw new Error('This file is no recording: it is not JSON.')
  }
}

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
