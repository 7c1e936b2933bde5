import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Failure } from '#content/model/failure.ts'
import { hrefOf, locationOf } from '#content/page/location.ts'
import type { ConfirmOptions } from '#machines/app/dialogs.ts'
import { discardConfirmation, navigationGuardMachine } from '#machines/page/navigation-guard.ts'
import {
  type Gestures,
  openApp,
  openEditor,
  emitFromEditor,
  sendTo,
  walkPath,
} from '../../support/app.tsx'
import { cover } from '../../support/machines/coverage.ts'
import { component, pagePayload } from '../../support/content/page-payload.ts'
import { admin } from '../../support/content/sample-resources.ts'
import {
  type Answer,
  type Path,
  namedPaths,
  pathsOf,
  controlledPromise,
} from '../../support/machines/paths.ts'

const coverage = cover(navigationGuardMachine)
const links = '<a href="/about">About</a> <a href="/about?cwa_force=true">All the same</a>'
const payload = pagePayload([component('HtmlContent', 'links', { html: links })])

const to = locationOf('/about')

const paths = pathsOf(navigationGuardMachine, {
  input: undefined,
  events: [
    { type: 'navigation.requested', to, source: 'link' },
    { type: 'navigation.requested', to: locationOf('/about?cwa_force=true'), source: 'link' },
    { type: 'history.popped', to },
    { type: 'edit.entered' },
    { type: 'edit.exited' },
    { type: 'add.started' },
    { type: 'add.ended' },
    { type: 'session.ended' },
    { type: 'xstate.done.actor.confirm', output: true },
    { type: 'xstate.done.actor.confirm', output: false },
    { type: 'xstate.error.actor.confirm', error: new Failure('unexpected') },
  ],
})

const gestures: Gestures = {
  'navigation.requested': ({ follow }, { to: { search } }: { to: typeof to }) =>
    follow(search ? 'All the same' : 'About'),
  'history.popped': ({ pop }) => pop(hrefOf(to)),
  'edit.entered': emitFromEditor,
  'edit.exited': emitFromEditor,
  'add.started': emitFromEditor,
  'add.ended': emitFromEditor,
  'session.ended': sendTo('navigationGuard'),
  'xstate.done.actor.confirm': async ({ press, wait }, { output }: { output: boolean }) => {
    await press(output ? 'Ok' : 'Cancel')
    await wait(300)
  },
}

afterEach(cleanup)

const open = async (answering?: ReturnType<typeof controlledPromise<boolean, ConfirmOptions>>) => {
  const app = openApp('/', {
    payload,
    input: { user: admin },
    inspect: coverage.inspect,
    ...(answering && { answering }),
  })
  await openEditor(app)
  return {
    app,
    navigationGuardRef: app.appRef.getSnapshot().children.navigation!.getSnapshot().children
      .navigationGuard!,
  }
}

const refusing = 'xstate.error.actor.confirm'

test.each(namedPaths(paths))('%s', async (_, path) => {
  // The real dialog never fails, so a puppet takes its place.
  const broken = path.events.some(({ type }) => type === refusing)
  const answering = broken ? controlledPromise<boolean, ConfirmOptions>() : undefined
  const { app, navigationGuardRef } = await open(answering)
  await walkPath(app, navigationGuardRef, path, {
    ...gestures,
    [refusing]: (_app, event: Answer) => app.happen(() => answering!.settle(event)),
  })
  expect(screen.queryAllByRole('dialog', { name: discardConfirmation.title })).toHaveLength(
    path.next.matches('confirming') && !broken ? 1 : 0,
  )
  expect(app.address).toEqual(addressAfter(path))
})

/** Returns the changes to the address that the machine's effects cause. */
const addressAfter = ({ effects }: Path) =>
  effects.flatMap((doing) => {
    if (doing === 'emits navigation.allowed') return ['/about']
    return doing === 'restoreLocation' ? ['restored'] : []
  })

test('links do nothing in edit mode', async () => {
  const { app } = await open()
  await emitFromEditor(app, { type: 'edit.entered' })
  await app.follow('About')
  expect(app.address).toEqual([])
  expect(app.effects.fetchPayload.calls).toEqual([])
})

coverage.expectAll()
