import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AnyEventObject, createActor } from 'xstate'
import type { RenewalOutcome } from '#content/model/session.ts'
import * as backup from '#machines/admin/site-backup.ts'
import * as restoration from '#machines/admin/site-restoration.ts'
import { BackupDownload } from '#src/admin/backup/BackupDownload.tsx'
import { SiteRestoration } from '#src/admin/backup/SiteRestoration.tsx'
import { Failure } from '#content/model/failure.ts'
import {
  backupCheck,
  backupFile,
  siteBackup as walkedBackup,
  siteRestoration as walkedRestoration,
} from '../../support/machines/admin-paths.ts'
import { cover } from '../../support/machines/coverage.ts'
import { controlledCallback, controlledPromise } from '#charts/paths/controlled-effects.ts'
import { type Answer, coveringPaths, namedPaths, pathsOf } from '#charts/paths/paths.ts'

afterEach(cleanup)

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const press = (name: string) => act(async () => fireEvent.click(button(name)))
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

/** Returns the failure with which an effect of this path fails when it is started. */
const startFailure = (events: readonly AnyEventObject[], id: string) =>
  events.find((event) => event.type === `xstate.error.actor.${id}`)?.['error'] as Error | undefined

const newRenewal = () => controlledPromise<RenewalOutcome, { isBackground: boolean }>()

describe('the download of a backup', () => {
  const coverage = cover(backup.siteBackupMachine)

  const open = (failure?: Error) => {
    const renewal = newRenewal()
    const download = controlledCallback<backup.BackupDownloadEvent, { currentPassword: string }>(
      failure,
    )
    const siteBackupRef = createActor(
      backup.siteBackupMachine.provide({
        actors: { downloadBackup: download.logic, renewSession: renewal.logic },
      }),
      { inspect: coverage.inspect },
    ).start()
    render(<BackupDownload siteBackupRef={siteBackupRef} />)
    return { siteBackupRef, renewal, download }
  }

  const ask = async () => {
    type('Current password', 'lovelace')
    await press('Download')
  }

  const paths = coveringPaths(pathsOf(backup.siteBackupMachine, walkedBackup))

  test.each(namedPaths(paths))('%s', async (_, { events, next }) => {
    const { siteBackupRef, renewal, download } = open(startFailure(events, 'downloadBackup'))
    for (const event of events as AnyEventObject[]) {
      if (event.type === 'backup.requested') await ask()
      else if (event.type === 'download.canceled') await press('Cancel')
      else if (event.type.endsWith('renewSession'))
        await act(async () => renewal.settle(event as Answer))
      else if (!event.type.startsWith('xstate.'))
        await act(async () => download.send(event as backup.BackupDownloadEvent))
    }
    expect(siteBackupRef.getSnapshot().value).toEqual(next.value)
    expect(button('Download').getAttribute('aria-busy') === 'true').toBe(backup.isBusy(next))
    expect(screen.queryByRole('alert')?.textContent).toBe(backup.selectFailure(next)?.message)
  })

  test('forgets the password, and says how much has arrived and that all is saved', async () => {
    const { download } = open()
    await ask()
    expect(download.inputs).toEqual([{ currentPassword: 'lovelace' }])
    expect(screen.getByLabelText<HTMLInputElement>('Current password').value).toBe('')
    expect(screen.getByRole('status').textContent).toBe('Preparing…')
    await act(async () => download.send({ type: 'bytes.received', bytes: 3 * 2 ** 20 }))
    expect(screen.getByRole('status').textContent).toBe('3.0 MB received')
    await act(async () => download.send({ type: 'backup.saved' }))
    expect(screen.getByRole('status').textContent).toBe('The backup is saved.')
  })

  test('says at the field that the password is wrong', async () => {
    const { download } = open()
    await ask()
    const error = new Failure('invalid', {
      violations: [{ propertyPath: 'currentPassword', message: 'This is not your password.' }],
    })
    await act(async () => download.send({ type: 'download.failed', error }))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByText('This is not your password.')).toBeDefined()
  })

  coverage.expectAll()
})

describe('the restoration of the site', () => {
  const coverage = cover(restoration.siteRestorationMachine)
  const discarded: string[] = []
  const opened: boolean[] = []
  beforeEach(() => {
    discarded.length = 0
    opened.length = 0
  })

  const open = (events: readonly AnyEventObject[] = []) => {
    const renewal = newRenewal()
    type Step = restoration.RestorationStepEvent
    const steps = {
      uploadBackup: controlledCallback<Step, { file: File }>(startFailure(events, 'uploadBackup')),
      checkBackup: controlledCallback<Step, { upload: string }>(
        startFailure(events, 'checkBackup'),
      ),
      restoreSite: controlledCallback<
        Step,
        restoration.RestorationConfirmation & { upload: string }
      >(startFailure(events, 'restoreSite')),
    }
    const siteRestorationRef = createActor(
      restoration.siteRestorationMachine.provide({
        actors: {
          uploadBackup: steps.uploadBackup.logic,
          checkBackup: steps.checkBackup.logic,
          restoreSite: steps.restoreSite.logic,
          warnBeforeLeaving: controlledCallback<Step>().logic,
          renewSession: renewal.logic,
        },
        actions: {
          discardUpload: (_, { upload }) => void discarded.push(upload),
          openSite: (_, { isSignedIn }) => void opened.push(isSignedIn),
        },
      }),
      { inspect: coverage.inspect },
    ).start()
    render(<SiteRestoration siteRestorationRef={siteRestorationRef} />)
    const step = (event: AnyEventObject) =>
      act(async () => {
        const running = Object.values(steps).find((one) => one.listenerCount() > 0)!
        running.send(event as Step)
      })
    return { siteRestorationRef, renewal, steps, step }
  }

  const choose = () =>
    act(async () =>
      fireEvent.change(screen.getByLabelText('File of a backup'), {
        target: { files: [backupFile] },
      }),
    )
  const confirm = async () => {
    type('Type “The Lantern Players” to confirm', 'The Lantern Players')
    type('Current password', 'lovelace')
    await press('Replace the whole site')
  }
  const gestures: Record<string, () => Promise<unknown>> = {
    'file.chosen': choose,
    'restoration.confirmed': confirm,
    'restoration.canceled': () => press('Cancel'),
    'site.requested': () => press('Sign in'),
  }

  const paths = coveringPaths(pathsOf(restoration.siteRestorationMachine, walkedRestoration))

  test.each(namedPaths(paths))('%s', async (_, { events, next }) => {
    const { siteRestorationRef, renewal, step } = open(events)
    for (const event of events as AnyEventObject[]) {
      if (gestures[event.type]) await gestures[event.type]!()
      else if (event.type.endsWith('renewSession'))
        await act(async () => renewal.settle(event as Answer))
      else if (!event.type.startsWith('xstate.')) await step(event)
    }
    expect(siteRestorationRef.getSnapshot().value).toEqual(next.value)
    expect(screen.queryByLabelText('File of a backup') !== null).toBe(restoration.canChoose(next))
    expect(screen.queryByRole('table') !== null).toBe(restoration.canConfirm(next))
    expect(screen.queryByRole('button', { name: 'Cancel' }) !== null).toBe(
      restoration.canCancel(next),
    )
    expect(screen.queryByRole('alert')?.textContent).toBe(restoration.selectFailure(next)?.message)
  })

  const check = async (changes: Partial<typeof backupCheck> = {}) => {
    const opening = open()
    await choose()
    await opening.step({ type: 'upload.finished', upload: 'abc' })
    await opening.step({ type: 'backup.checked', check: { ...backupCheck, ...changes } })
    return opening
  }

  test('says what is replaced by what, and moves the focus there', async () => {
    const { steps } = await check()
    expect(document.activeElement?.textContent).toBe('Restore a backup')
    const rows = within(screen.getByRole('table')).getAllByRole('row')
    expect(rows.map((row) => row.textContent)).toEqual([
      'ContentsThis siteBackup',
      'NameThe Lantern PlayersThe Harbour',
      'Pages and templates1210',
      'Articles and other data31',
      'Pieces of content1,040900',
      'Files54',
      'Submissions20',
      'Accounts42',
    ])
    expect(screen.getByText(/You stay signed in/)).toBeDefined()
    await confirm()
    expect(steps.restoreSite.inputs).toEqual([
      { upload: 'abc', siteName: 'The Lantern Players', currentPassword: 'lovelace' },
    ])
  })

  test('says before that the own account is not in the backup, and leads to the sign-in after it', async () => {
    const { step } = await check({ staysSignedIn: false })
    expect(screen.getByText(/Your account is not in the backup/)).toBeDefined()
    await confirm()
    await step({ type: 'progress.reported', done: 0.42 })
    expect(screen.getByRole('status').textContent).toBe('Restoring backup.jsonl… 42 %')
    await step({ type: 'site.restored', isSignedIn: false })
    await press('Sign in')
    expect(opened).toEqual([false])
  })

  test('deletes the upload that is not restored', async () => {
    await check()
    await press('Cancel')
    expect(discarded).toEqual(['abc'])
  })

  test('says at the fields what was refused', async () => {
    const { step } = await check()
    await confirm()
    const violations = [
      { propertyPath: 'siteName', message: 'This is not the name of this site.' },
      { propertyPath: 'currentPassword', message: 'This is not your password.' },
    ]
    await step({ type: 'step.failed', error: new Failure('invalid', { violations }) })
    for (const { message } of violations) expect(screen.getByText(message)).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  coverage.expectAll()
})
