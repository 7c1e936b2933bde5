import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import {
  type RestorationStepEvent,
  selectDone,
  siteRestorationMachine,
} from '#machines/admin/site-restoration.ts'
import { siteRestoration } from '../../support/machines/admin-paths.ts'
import { controlledCallback } from '#charts/paths/controlled-effects.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(siteRestorationMachine, siteRestoration)

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → choosing",
      "choosing | file.chosen → uploading {failure, file}",
      "uploading | restoration.canceled → choosing {file}",
      "uploading | progress.reported {done}",
      "uploading | upload.finished → checking {upload}",
      "uploading | step.failed → choosing {failure}",
      "uploading | step.failed [canRenew] → renewing {failure}",
      "uploading | uploadBackup failed → choosing {failure}",
      "checking | restoration.canceled → choosing {file, upload} (discardUpload)",
      "checking | progress.reported {done}",
      "checking | backup.checked → confirming {check}",
      "checking | step.failed → choosing {failure}",
      "checking | step.failed [canRenew] → renewing {failure}",
      "checking | checkBackup failed → choosing {failure}",
      "confirming | restoration.confirmed → restoring {failure}",
      "confirming | restoration.canceled → choosing {check, failure, file, upload} (discardUpload)",
      "restoring | progress.reported {done}",
      "restoring | site.restored → restored {isSignedIn}",
      "restoring | step.failed → confirming {failure}",
      "restoring | step.failed [canRenew] → renewing {failure}",
      "restoring | restoreSite failed → confirming {failure}",
      "restored | site.requested (openSite)",
      "renewing | renewSession done [isRenewed] → choosing {failure}",
      "renewing | renewSession done → choosing",
      "renewing | renewSession failed → choosing",
      "renewing | renewSession done [isRenewed, isChecked] → confirming {failure}",
      "renewing | renewSession done [isChecked] → confirming",
      "renewing | renewSession failed [isChecked] → confirming",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(siteRestorationMachine, paths)).toEqual([])
  expect(untakenTransitions(siteRestorationMachine, paths)).toEqual([])
})

test('counts the progress of each step from its beginning', () => {
  const ref = createActor(
    siteRestorationMachine.provide({
      actors: {
        warnBeforeLeaving: controlledCallback<RestorationStepEvent>().logic,
        uploadBackup: controlledCallback<RestorationStepEvent, { file: File }>().logic,
        checkBackup: controlledCallback<RestorationStepEvent, { upload: string }>().logic,
      },
    }),
  ).start()
  ref.send({ type: 'file.chosen', file: new File([], 'backup.tar') })
  ref.send({ type: 'progress.reported', done: 512 })
  expect(selectDone(ref.getSnapshot())).toBe(512)
  ref.send({ type: 'upload.finished', upload: 'u1' })
  expect(ref.getSnapshot().matches('checking')).toBe(true)
  expect(selectDone(ref.getSnapshot())).toBe(0)
})
