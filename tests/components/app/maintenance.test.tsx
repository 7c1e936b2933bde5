import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { maintenanceMachine } from '#machines/app/maintenance.ts'
import { MaintenanceNoticeWithActor } from '#src/editor/bar/MaintenanceNotice.tsx'
import { pagePayload } from '../../support/content/page-payload.ts'
import { admin } from '../../support/content/sample-resources.ts'
import { startApp } from '../../support/machines/app-actors.ts'
import { cover } from '../../support/machines/coverage.ts'
import { coveringPaths, namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(maintenanceMachine)
afterEach(cleanup)

const message = (value: string) => ({
  type: 'message.received' as const,
  id: '1',
  data: {
    '@id': '/_/site_config_parameters/maintenanceModeEnabled',
    '@type': 'SiteConfigParameter',
    _metadata: { persisted: true },
    key: 'maintenanceModeEnabled',
    value,
  },
})

const openNotice = async (isEnabled: boolean) => {
  const payload = pagePayload([], { path: '/blog' })
  const input = { user: admin, hub: 'https://example.org/.well-known/mercure' }
  const app = startApp('/blog', { payload, input, inspect: coverage.inspect })
  const maintenanceRef = createActor(maintenanceMachine, {
    input: { isEnabled },
    parent: app.appRef,
  }).start()
  render(<MaintenanceNoticeWithActor maintenanceRef={maintenanceRef} />)
  await act(async () => app.hub.send({ type: 'connection.opened' }))
  return { ...app, maintenanceRef }
}

const paths = [false, true].flatMap((isEnabled) =>
  coveringPaths(
    pathsOf(maintenanceMachine, { input: { isEnabled }, events: [message('1'), message('0')] }),
  ).map((path) => ({ ...path, isEnabled })),
)

test.each(namedPaths(paths))('%s', async (_, path) => {
  const { isEnabled } = paths.find(({ next }) => next === path.next)!
  const { hub, maintenanceRef } = await openNotice(isEnabled)
  for (const event of path.events) await act(async () => hub.send(event as never))
  expect(maintenanceRef.getSnapshot().value).toEqual(path.next.value)
  expect(screen.queryByRole('status')?.textContent).toBe(
    path.next.matches('closed')
      ? 'Maintenance mode is on: visitors do not see the site. Settings'
      : undefined,
  )
})
