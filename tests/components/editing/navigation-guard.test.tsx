import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Failure } from '#content/model/failure.ts'
import { hrefOf, locationOf } from '#content/navigation/location.ts'
import type { NavigationRequest } from '#content/navigation/navigation-request.ts'
import type { ConfirmOptions } from '#machines/app/dialogs.ts'
import { discardConfirmation, navigationGuardMachine } from '#machines/editing/navigation-guard.ts'
import { Main } from '#src/views/page/Main.tsx'
import { defineLayout } from '#src/views/registry/registry.ts'
import { settlePage } from '../../support/app.tsx'
import {
  type EditorGestures,
  type OpenEditor,
  openEditor,
  sampleTitle,
  settleRun,
  stageTitle,
  walkEditor,
} from '../../support/editor.tsx'
import { openHistory } from '../../support/machines/browser-history.ts'
import { cover } from '../../support/machines/coverage.ts'
import { pagePayload } from '../../support/content/page-payload.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { type Answer, type Path, namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(navigationGuardMachine)
const warn = vi.spyOn(console, 'warn')

/** A layout with links outside of all resources: those of the page select their resource while editing. */
const Primary = defineLayout({
  View: ({ children }) => (
    <>
      <a href="/about">About</a>
      <a href="/about?cwa_force=true">All the same</a>
      <Main>{children}</Main>
    </>
  ),
})

const to = locationOf('/about')

const paths = pathsOf(navigationGuardMachine, {
  input: undefined,
  events: [
    { type: 'navigation.requested', to, source: 'link' },
    { type: 'navigation.requested', to: locationOf('/about?cwa_force=true'), source: 'link' },
    { type: 'navigation.requested', to, source: 'history', delta: -1 },
    { type: 'navigation.requested', to: locationOf('/'), source: 'history', delta: 0 },
    { type: 'edit.entered' },
    { type: 'edit.exited' },
    { type: 'add.started' },
    { type: 'add.ended' },
    { type: 'editor.stopped' },
    { type: 'xstate.done.actor.confirm', output: true },
    { type: 'xstate.done.actor.confirm', output: false },
    { type: 'xstate.error.actor.confirm', error: new Failure('unexpected') },
  ],
  distinguishBy: ({ request }) => request?.delta ?? 0,
}).filter(
  // The browser comes back to the committed entry only from one that is not committed.
  ({ events, from }) =>
    events.at(-1)?.['delta'] !== 0 || from.matches('confirming') || from.matches('restoring'),
)

const requestExpiringPage = ({ pop }: OpenEditor) => pop('/private')

const gestures: EditorGestures = {
  'navigation.requested': ({ follow, pop, happen }, request: NavigationRequest) => {
    if (request.source === 'link') return follow(request.to.search ? 'All the same' : 'About')
    return request.delta === 0 ? happen(() => history.forward()) : pop(hrefOf(to))
  },
  'edit.entered': ({ press }) => press('Edit'),
  'edit.exited': ({ press }) => press('Done'),
  'add.started': stageTitle,
  'add.ended': async (editor) => {
    if (editor.puppets.changeRun.calls.length === 0) await editor.press('Add draft')
    await settleRun(editor, { result: { resource: sampleTitle } })
  },
  'editor.stopped': async (editor) => {
    if (editor.effects.fetchPayload.calls.length === 0) await requestExpiringPage(editor)
    await settlePage(editor, { status: 401, page: null, entries: [] })
  },
  'xstate.done.actor.confirm': async ({ press, wait }, { output }: { output: boolean }) => {
    await press(output ? 'Ok' : 'Cancel')
    await wait(300)
  },
}

const hasEvent = ({ events }: Path, type: string) => events.some((event) => event.type === type)

/** Returns the gestures of a path, with what has to begin before the dialog is open, because the dialog is modal. */
const gesturesOf = (path: Path): EditorGestures => ({
  ...gestures,
  'edit.entered': async (editor) => {
    await editor.press('Edit')
    if (hasEvent(path, 'editor.stopped')) await requestExpiringPage(editor)
  },
  'add.started': async (editor) => {
    await stageTitle(editor)
    if (hasEvent(path, 'add.ended')) await editor.press('Add draft')
  },
})

afterEach(cleanup)

// The test itself goes forward to the entry that is restored.
const openHeldHistory = () => ({ ...openHistory('/'), restore: () => {} })

const open = async (answering?: ReturnType<typeof controlledPromise<boolean, ConfirmOptions>>) => {
  const editor = await openEditor({
    payload: pagePayload([sampleTitle]),
    layouts: { Primary },
    inspect: coverage.inspect,
    editing: false,
    controlsChangeRuns: true,
    history: openHeldHistory(),
    ...(answering && { answering }),
  })
  return { ...editor, navigationGuardRef: editor.appRef.system.get('navigationGuard') }
}

const refusing = 'xstate.error.actor.confirm'

test.each(namedPaths(paths))('%s', async (_, path) => {
  // The real dialog never fails, so a puppet takes its place.
  const broken = hasEvent(path, refusing)
  const answering = broken ? controlledPromise<boolean, ConfirmOptions>() : undefined
  const editor = await open(answering)
  await walkEditor(editor, editor.navigationGuardRef, path, {
    ...gesturesOf(path),
    [refusing]: ({ happen }, event: Answer) => happen(() => answering!.settle(event)),
  })
  expect(screen.queryAllByRole('dialog', { name: discardConfirmation.title })).toHaveLength(
    path.next.matches('confirming') && !broken ? 1 : 0,
  )
  expect(editor.address).toEqual(addressesOf(path))
  // XState warns of events that are sent to a stopped actor.
  expect(warn).not.toHaveBeenCalled()
})

/** Returns the changes to the address that a path causes. */
const addressesOf = (path: Path) => [
  ...(hasEvent(path, 'editor.stopped') ? ['/private'] : []),
  ...(path.from.matches('restoring') ? ['restored'] : []),
  ...path.effects.flatMap((effect) => {
    if (effect === 'emits navigation.allowed') return ['/about']
    return effect === 'restoreLocation' ? ['restored'] : []
  }),
]

test('links do nothing in edit mode unless discarding a new resource is confirmed', async () => {
  const { navigationGuardRef: _, ...editor } = await open()
  const { press, follow, pop, address, effects, location } = editor
  await press('Edit')
  await follow('About')
  expect(address).toEqual([])
  expect(effects.fetchPayload.calls).toEqual([])

  await stageTitle(editor)
  await follow('About')
  await press('Ok')
  expect(location().path).toBe('/about')

  await pop('/')
  expect(location().path).toBe('/')
})

coverage.expectAll()
