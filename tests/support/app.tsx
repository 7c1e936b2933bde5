/** The whole app in a window, its effects in the hands of the test. */
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'
import type { AnyActorRef, AnyEventObject } from 'xstate'
import { registry } from '#site/index.ts'
import { locationOf } from '#content/page/location.ts'
import type { PagePayload } from '#content/page/payload.ts'
import { defaultSiteConfig } from '#content/page/site-config.ts'
import type { HubEvent } from '#machines/live/hub-connection.ts'
import { selectLocation } from '#machines/page/navigation.ts'
import { App } from '#src/app/shell/App.tsx'
import { AppScreen } from '#src/app/shell/AppScreen.tsx'
import { loadDeferred } from '#src/app/lazy/deferred.ts'
import { ConfirmDialog } from '#src/editor/dialogs/ConfirmDialog.tsx'
import { Notifications } from '#src/editor/feedback/Notifications.tsx'
import { type Options, type Said, startApp } from './machines/app-actors.ts'
import type { Answer, Path } from './machines/paths.ts'

// What is drawn of it is there as soon as its actors are.
await loadDeferred()

export const openApp = (href: string, options: Options = {}) => {
  const app = startApp(href, options)
  const { children } = app.appRef.getSnapshot()
  render(
    <>
      <App
        appRef={app.appRef}
        cache={app.cache}
        registry={registry}
        site={defaultSiteConfig}
        origin={null}
        withSuspense={false}
        AppScreen={AppScreen}
        restoreScroll={() => {}}
      />
      {/* The real editor draws its own. */}
      {!options.editor && (
        <>
          <ConfirmDialog dialogsRef={children.dialogs!} />
          <Notifications notificationsRef={children.notifications!} />
        </>
      )}
    </>,
  )

  const user = userEvent.setup({ delay: null })
  return {
    ...app,
    user,
    location: () => selectLocation(children.navigation!.getSnapshot()),
    /** Something happens that nobody here has done: time passes, an answer comes, the browser says something. */
    happen: (work: () => void) => act(async () => work()),
    wait: (ms: number) => act(async () => app.clock.increment(ms)),
    press: async (name: string) => user.click(await screen.findByRole('button', { name })),
    follow: async (name: string) => user.click(await screen.findByRole('link', { name })),
    /** Back or Forward in the browser. */
    pop: (to: string) =>
      act(async () => children.navigation!.send({ type: 'history.popped', to: locationOf(to) })),
  }
}

export type OpenApp = ReturnType<typeof openApp>

/** How each event of a machine comes about: by hand, by an answer, or by what another actor says. */
export type Gestures = Record<string, (app: OpenApp, event: never) => unknown>

/** Goes a generated path in the open app, and finds the actor where the machine alone would be. */
export const walk = async (app: OpenApp, ref: AnyActorRef, path: Path, gestures: Gestures) => {
  for (const event of path.events) {
    const gesture = gestures[event.type]
    if (!gesture) throw new Error(`Nobody knows how ${event.type} comes about.`)
    await gesture(app, event as never)
  }
  expect(ref.getSnapshot().value).toEqual(path.next.value)
}

/** For what is told by another actor. */
export const told = (id: string) => (app: OpenApp, event: AnyEventObject) =>
  app.happen(() => app.appRef.system.get(id).send(event))

/** For what the hub's line brings. */
export const heardFromHub = ({ hub, happen }: OpenApp, event: HubEvent) =>
  happen(() => hub.say(event))

/** For what one actor says and the root hears. */
export const saidToRoot = ({ appRef, happen }: OpenApp, event: AnyEventObject) =>
  happen(() => appRef.send(event as never))

/** The editor's code comes, once there is an administrator. */
export const openEditor = ({ happen, effects, editor }: OpenApp) =>
  happen(() => effects.loadEditor.settle({ type: 'xstate.done.actor.loadEditor', output: editor }))

/** For what somebody does in the editor. */
export const saidByEditor = ({ appRef, happen }: OpenApp, event: AnyEventObject) =>
  happen(() =>
    appRef.getSnapshot().children.editMode!.send({ type: 'said', event } satisfies Said as never),
  )

/** For what an effect answers. */
export const answered = (effect: keyof OpenApp['effects']) => (app: OpenApp, event: Answer) =>
  app.happen(() => app.effects[effect].settle(event))

/** The page that is wanted comes, or what there is instead of it. */
export const answerPage = ({ happen, effects }: OpenApp, output: PagePayload) =>
  happen(() => effects.fetchPayload.settle({ type: 'xstate.done.actor.fetchPayload', output }))
