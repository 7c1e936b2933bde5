import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { DevelopmentTools } from '#src/app/development/development-tools.tsx'
import { AppProvider } from '#src/app/shell/app-context.tsx'
import { AppRouter } from '#src/app/shell/router.tsx'
import { pagePayload } from '../../support/content/page-payload.ts'
import { openEditor } from '../../support/editor.tsx'
import { startApp } from '../../support/machines/app-actors.ts'

afterEach(cleanup)

const open = (appRef: ReturnType<typeof startApp>['appRef']) =>
  render(
    <AppProvider value={appRef}>
      <AppRouter>
        <DevelopmentTools />
      </AppRouter>
    </AppProvider>,
  )

test('while developing, everybody watches the machines and reports problems', async () => {
  const user = userEvent.setup()
  open(startApp('/blog', { payload: pagePayload([], { path: '/blog' }) }).appRef)
  await user.click(screen.getByRole('button', { name: 'Watch the machines' }))
  const dock = await screen.findByRole('region', { name: 'Machines of this page' })
  expect(document.activeElement).toBe(dock)
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Watch the machines' }))
  await user.click(screen.getByRole('button', { name: 'Report a problem…' }))
  await screen.findByText(/Not in it: passwords/)
})

test('editors have both in the site menu', async () => {
  const { appRef } = await openEditor()
  open(appRef)
  expect(screen.queryByRole('region', { name: 'Development' })).toBeNull()
})
