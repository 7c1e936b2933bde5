/** Tells people how a replay went. */
import { replay } from '../replay/replay.ts'
import type { ReplayOptions } from '../replay/replayed-system.ts'
import type { Recording } from '../record/recording.ts'

/** Replays a recording. Returns what is to be said about it, and whether it has parted from what was recorded. */
export function replayLines(
  recording: Recording,
  { charts, ...options }: ReplayOptions & { charts?: string },
) {
  const { parted, events, recordedHash, reachedHash } = replay(recording, options)
  const from = new Date(recording.from).toISOString()
  const head = [
    `Recorded from ${from}: ${recording.entries.filter(({ type }) => type === 'event').length} events.`,
    ...(recording.dropped > 0 ? [`${recording.dropped} earlier events are not in it.`] : []),
    ...Object.entries(recording.about).map(([name, value]) => `${name}: ${String(value)}`),
    ...changedCharts(recording, charts),
  ]
  if (!parted && reachedHash === recordedHash)
    return {
      lines: [...head, `Replayed ${events} events, and reached the same state: ${reachedHash}`],
      hasParted: false,
    }
  return {
    lines: [
      ...head,
      `The replay parts in ${parted?.machine ?? 'its last state'}, after ${parted?.after ?? 'all events'}.`,
      ...(parted ? [`  recorded: ${parted.recorded}`, `  replayed: ${parted.replayed}`] : []),
      ...(parted ? [] : [`  recorded: ${recordedHash}`, `  replayed: ${reachedHash}`]),
    ],
    hasParted: true,
  }
}

/** Says that the machines are not those that were recorded, where the recording tells. */
const changedCharts = ({ about }: Recording, charts: string | undefined) =>
  charts !== undefined && typeof about['charts'] === 'string' && about['charts'] !== charts
    ? [`The machines have changed since: their charts are now ${charts}.`]
    : []
