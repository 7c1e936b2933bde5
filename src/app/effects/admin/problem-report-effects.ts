/** Provides the effects of reports of problems, whose code is loaded when the browser has time for it. */
import { type AnyActorRef, fromPromise } from 'xstate'
import type { ReportFacts } from '#content/admin/problem-report.ts'
import { problemReportMachine } from '#machines/admin/problem-report.ts'
import { whenIdle } from '../../lazy/lazy-modules.ts'
import type { WrittenReport } from './report-file.ts'

/** The reports that are written and may be saved, by the actors of those who asked for them. */
const written = new WeakMap<AnyActorRef, WrittenReport>()

const startRecorder = async (actor: AnyActorRef) => {
  await whenIdle()
  const { recordingOf } = await import('./recorder.ts')
  recordingOf(actor)
}

export const problemReport = problemReportMachine.provide({
  actors: {
    startRecorder: fromPromise<void, undefined>(({ self }) => startRecorder(self)),
    writeReport: fromPromise<ReportFacts, undefined>(async ({ self }) => {
      const { writeReport } = await import('./report-file.ts')
      const report = writeReport(self)
      written.set(self._parent!, report)
      return report.facts
    }),
  },
  actions: { saveReport: ({ self }) => written.get(self)?.save() },
})
