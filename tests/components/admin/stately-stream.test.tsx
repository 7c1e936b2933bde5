import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { statelyStreamMachine } from '#machines/admin/stately-stream.ts'
import { StatelyStream } from '#src/admin/machines/StatelyStream.tsx'
import { AppProvider } from '#src/app/shell/app-context.tsx'
import { pagePayload } from '../../support/content/page-payload.ts'
import { startApp } from '../../support/machines/app-actors.ts'
import { cover } from '../../support/machines/coverage.ts'

const coverage = cover(statelyStreamMachine)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const begin = 'Send to Stately’s inspector…'
const button = (name: string) => screen.getByRole('button', { name })

const showStream = () => {
  const payload = pagePayload([], { path: '/blog' })
  const { appRef } = startApp('/blog', { payload, inspect: coverage.inspect })
  render(
    <AppProvider value={appRef}>
      <StatelyStream />
    </AppProvider>,
  )
  return { appRef, user: userEvent.setup() }
}

/** Stands for the window of the inspector, which is on another site. */
const inspectorWindow = () => {
  const messages: { type: string }[] = []
  const opened = {
    closed: false,
    close: vi.fn(),
    postMessage: (message: { type: string }) => messages.push(message),
  }
  const open = vi.spyOn(globalThis, 'open').mockReturnValue(opened as unknown as Window)
  const connect = () =>
    dispatchEvent(new MessageEvent('message', { data: { type: '@statelyai.connected' } }))
  return { opened, open, messages, connect }
}

const confirm = async ({ user }: ReturnType<typeof showStream>) => {
  await user.click(button(begin))
  await user.click(button('Open it and send'))
}

test('nothing is sent before it is confirmed, and the question gives the focus back', async () => {
  const { user } = showStream()
  const { open } = inspectorWindow()
  await user.click(button(begin))
  expect(document.activeElement).toBe(button('Cancel'))
  expect(screen.getByRole('alertdialog').textContent).toContain('stately.ai')
  await user.click(button('Cancel'))
  expect(document.activeElement).toBe(button(begin))
  expect(open).not.toHaveBeenCalled()
})

test('the inspector is told of all machines and of what they do, until sending is stopped', async () => {
  const shown = showStream()
  const { messages, open, connect } = inspectorWindow()
  await confirm(shown)
  await waitFor(() => expect(open).toHaveBeenCalledTimes(2))
  expect(open.mock.lastCall![0]).toBe('https://stately.ai/inspect')
  connect()
  await waitFor(() => expect(messages.map(({ type }) => type)).toContain('@xstate.actor'))
  const auth = messages.find((message) => 'name' in message && message.name === 'auth')!
  expect(JSON.parse((auth as unknown as { definition: string }).definition)).toMatchObject({
    id: 'auth',
    states: expect.anything(),
  })
  const password = 'correct-horse-battery'
  const signIn = { type: 'signIn.requested', username: 'eve', password }
  shown.appRef.system.get('auth').send(signIn as never)
  await waitFor(() => expect(JSON.stringify(messages)).toContain('signIn.requested'))
  expect(JSON.stringify(messages)).not.toContain(password)
  expect(screen.getByRole('status').textContent).toContain('stately.ai')
  await shown.user.click(button('Stop sending'))
  expect(messages.at(-1)).toEqual({ type: '@statelyai.disconnected' })
})

test('sending ends when the window is closed', async () => {
  const shown = showStream()
  const { opened } = inspectorWindow()
  await confirm(shown)
  opened.closed = true
  await waitFor(() => expect(button(begin)).toBeDefined(), { timeout: 3_000 })
})

test('says that the browser has not opened the window, and tries again', async () => {
  const shown = showStream()
  vi.spyOn(globalThis, 'open').mockReturnValue(null)
  await confirm(shown)
  expect(screen.getByRole('alert').textContent).toContain('Allow this site to open windows')
  inspectorWindow()
  await confirm(shown)
  expect(button('Stop sending')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('says what failed, and tries again', async () => {
  const shown = showStream()
  const { opened, open } = inspectorWindow()
  // The library opens the window a second time, by its name.
  open.mockReturnValueOnce(opened as unknown as Window).mockImplementationOnce(() => {
    throw new Error('No window.')
  })
  await confirm(shown)
  expect(await screen.findByRole('alert')).toBeDefined()
  expect(opened.close).toHaveBeenCalled()
  open.mockImplementationOnce(() => {
    throw new Error('No window.')
  })
  await confirm(shown)
  expect(screen.getByRole('alert')).toBeDefined()
  await shown.user.click(button(begin))
  expect(screen.queryByRole('alert')).toBeNull()
})

coverage.expectAll()
