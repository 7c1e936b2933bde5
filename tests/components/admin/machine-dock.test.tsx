import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { machineDockMachine } from '#machines/admin/machine-dock.ts'
import type { MachineViewerEvent } from '#machines/admin/machine-viewer.ts'
import { followWindow } from '#src/app/effects/admin/followed-window.ts'
import { openEditor } from '../../support/editor.tsx'
import { cover } from '../../support/machines/coverage.ts'

const coverage = cover(machineDockMachine)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const watch = async () => {
  const opened = await openEditor({ inspect: coverage.inspect })
  await opened.press('Site menu')
  await opened.user.click(screen.getByRole('menuitem', { name: 'Watch the machines' }))
  const dock = await screen.findByRole('region', { name: 'Machines of this page' })
  return { ...opened, dock }
}

test('the viewer is opened beside the page, follows its machines, and gives the focus back', async () => {
  const { appRef, user, dock } = await watch()
  expect(document.activeElement).toBe(dock)
  expect(document.documentElement.dataset['machineDock']).toBe('')
  const tree = await within(dock).findByRole('tree')
  await waitFor(() => expect(within(tree).getByRole('treeitem', { name: /^app/ })).toBeDefined())
  const path = () => appRef.getSnapshot().children.navigation!.getSnapshot().context.location
  const before = path()
  await user.type(within(dock).getByLabelText('Search actors'), 'auth')
  await user.click(within(tree).getByRole('treeitem', { name: /^auth/ }))
  expect(within(dock).getByRole('heading', { name: 'auth' })).toBeDefined()
  expect(path()).toBe(before)
  await user.click(within(dock).getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('region', { name: 'Machines of this page' })).toBeNull()
  expect(document.documentElement.dataset['machineDock']).toBeUndefined()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Site menu' }))
})

test('a second window follows the machines of this one until that is gone', async () => {
  const { appRef, user, dock } = await watch()
  const opened = vi.spyOn(globalThis, 'open').mockReturnValue({} as Window)
  await user.click(within(dock).getByRole('button', { name: 'Open in a window' }))
  const id = /^\/_cwa\/machines\?window=(.+)$/.exec(String(opened.mock.lastCall![0]))![1]!
  const told: MachineViewerEvent[] = []
  const stop = followWindow(id, (event) => told.push(event))
  const changes = () => told.filter((event) => event.type === 'system.changed')
  await waitFor(() => expect(changes().length).toBeGreaterThan(0))
  const names = changes()[0]!.actors.map(({ snapshot }) => snapshot.machine.id)
  expect(names).toEqual(expect.arrayContaining(['app', 'auth', 'editMode']))
  expect(names).not.toContain('machineViewer')
  const password = 'correct-horse-battery'
  await act(async () =>
    appRef.system
      .get('auth')
      .send({ type: 'signIn.requested', username: 'eve', password } as never),
  )
  const sent = () => changes().flatMap(({ steps }) => steps.map(({ event }) => event.type))
  await waitFor(() => expect(sent()).toContain('signIn.requested'))
  expect(JSON.stringify(told)).not.toContain(password)

  // Another window takes the place of the first.
  await user.click(within(dock).getByRole('button', { name: 'Open in a window' }))
  await waitFor(() => expect(told.map(({ type }) => type)).toContain('system.lost'))
  stop()
})

test('says that the browser has not opened the window', async () => {
  const { user, dock } = await watch()
  vi.spyOn(globalThis, 'open').mockReturnValue(null)
  await user.click(within(dock).getByRole('button', { name: 'Open in a window' }))
  expect(within(dock).getByText(/^The window was not opened/)).toBeDefined()
  vi.spyOn(globalThis, 'open').mockReturnValue({} as Window)
  await user.click(within(dock).getByRole('button', { name: 'Open in a window' }))
  expect(within(dock).queryByText(/^The window was not opened/)).toBeNull()
  vi.spyOn(globalThis, 'open').mockImplementation(() => {
    throw new Error('Windows are forbidden.')
  })
  await user.click(within(dock).getByRole('button', { name: 'Open in a window' }))
  expect(within(dock).getByText(/^The window was not opened/)).toBeDefined()
})

test('a window that does not answer is lost', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const told: MachineViewerEvent[] = []
  const stop = followWindow('nobody', (event) => told.push(event))
  vi.advanceTimersByTime(5_000)
  expect(told).toEqual([{ type: 'system.lost' }])
  vi.useRealTimers()
  stop()
})

coverage.expectAll()
