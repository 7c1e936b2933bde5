/** Writes the file of a report. Loaded when the first one is written. */
import type { AnyActorRef } from 'xstate'
import { writeRecording } from '#charts/record/recording-file.ts'
import { type ReportFacts, reportFileName } from '#content/admin/problem-report.ts'
import { redactReport } from '#content/admin/redact-report.ts'
import { saveFile } from '../../browser/save-file.ts'
import { recordingOf } from './recorder.ts'

declare const __BUILD__: string
declare const __CHARTS__: string

export interface WrittenReport {
  facts: ReportFacts
  save: () => void
}

/** Returns the file of what was recorded of a system, and what is to be said about it. */
export function writeReport(actor: AnyActorRef): WrittenReport {
  const { recorder, since } = recordingOf(actor)
  const recording = recorder.recording({
    build: __BUILD__,
    charts: __CHARTS__,
    recordedSince: new Date(since).toISOString(),
    savedAt: new Date().toISOString(),
    page: redactReport(location.pathname + location.search),
    browser: navigator.userAgent,
  })
  const blob = new Blob([writeRecording(recording)], { type: 'application/json' })
  const events = recording.entries.filter(({ type }) => type === 'event').length
  return {
    facts: { since, events, bytes: blob.size },
    save: () => saveFile(blob, reportFileName(Date.now())),
  }
}
