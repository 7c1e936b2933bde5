import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { readRecording } from '#charts/record/recording-file.ts'
import { problemReportMachine } from '#machines/admin/problem-report.ts'
import { saveFile } from '#src/app/browser/save-file.ts'
import { recordingOf } from '#src/app/effects/admin/recorder.ts'
import { openEditor, title } from '../../support/editor.tsx'
import { cover } from '../../support/machines/coverage.ts'

vi.mock('#src/app/browser/save-file.ts', () => ({ saveFile: vi.fn() }))

const coverage = cover(problemReportMachine)
afterEach(() => {
  cleanup()
  vi.mocked(saveFile).mockReset()
})

const open = async () => {
  const opened = await openEditor({ inspect: coverage.inspect, editing: true })
  recordingOf(opened.appRef)
  return opened
}
type Opened = Awaited<ReturnType<typeof open>>

const request = async ({ press, user }: Opened) => {
  await press('Site menu')
  await user.click(screen.getByRole('menuitem', { name: 'Report a problem…' }))
}
const dialog = () => screen.queryByRole('dialog', { name: 'Report a problem' })

/** Returns the text of the file that was saved. */
const savedText = () => vi.mocked(saveFile).mock.lastCall![0].text()

test('says what is in the file, saves it once that is confirmed, and the file has nothing private in it', async () => {
  const opened = await open()
  const { appRef, user, press } = opened
  const secrets = ['correct-horse-battery', 'tok3nOfAReset', 'eve@example.org', 'tok3nInAQuery']
  const auth = appRef.system.get('auth')
  auth.send({ type: 'signIn.requested', username: 'eve', password: secrets[0] })
  const navigation = appRef.system.get('navigation')
  for (const path of [
    `/reset-password/eve/${secrets[1]}`,
    `/search?token=${secrets[3]}&q=public`,
    `/confirm-new-email/eve/${encodeURIComponent(secrets[2]!)}/${secrets[1]}`,
  ])
    appRef.system.get('errorPage').send({ type: 'unknown', path } as never)
  expect(navigation).toBeDefined()
  await user.type(title(), ' typed')
  await request(opened)
  await screen.findByText(/Not in it: passwords/)
  expect(dialog()!.textContent).toMatch(/\d+ events since/)
  expect(saveFile).not.toHaveBeenCalled()
  await press('Save the file')
  expect(screen.getByText(/The file is saved/)).toBeDefined()
  const text = await savedText()
  for (const secret of [...secrets, encodeURIComponent(secrets[2]!)])
    expect(text).not.toContain(secret)
  expect(text).toContain('typed')
  const { about, actors } = readRecording(text)
  expect(Object.keys(about)).toEqual(
    expect.arrayContaining(['build', 'charts', 'recordedSince', 'page']),
  )
  expect(actors.map(({ machine }) => machine)).toContain('app')
  await user.click(within(dialog()!).getByRole('button', { name: 'Close' }))
  expect(dialog()).toBeNull()
})

test('nothing is saved where the dialog is dismissed', async () => {
  const opened = await open()
  await request(opened)
  await screen.findByText(/Not in it: passwords/)
  await opened.press('Cancel')
  expect(dialog()).toBeNull()
  expect(saveFile).not.toHaveBeenCalled()
})

test('says that the file could not be written, and writes it once more', async () => {
  const opened = await open()
  const { appRef, press, user, happen } = opened
  vi.spyOn(recordingOf(appRef).recorder, 'recording').mockImplementationOnce(() => {
    throw new Error('out of memory')
  })
  await request(opened)
  await screen.findByText('The file could not be written.')
  await press('Try again')
  await screen.findByText(/Not in it: passwords/)
  await press('Cancel')
  vi.spyOn(recordingOf(appRef).recorder, 'recording').mockImplementationOnce(() => {
    throw new Error('out of memory')
  })
  await request(opened)
  await screen.findByText('The file could not be written.')
  await user.click(within(dialog()!).getByRole('button', { name: 'Close' }))
  const problemReportRef = appRef.system.get('problemReport')
  await happen(() => {
    problemReportRef.send({ type: 'report.requested' })
    problemReportRef.send({ type: 'report.dismissed' })
  })
  expect(dialog()).toBeNull()
})

coverage.expectAll({
  'problemReport.writing report.dismissed':
    'the file may be written faster than a button is pressed',
})
