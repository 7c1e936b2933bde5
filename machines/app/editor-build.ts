/**
 * Replaces the visitors' build of the page, which cannot edit, by that of the editor once somebody is signed in: at once, or with
 * the next navigation where something was typed. It has nothing to do in the editor's build.
 */
import { setup } from 'xstate'
import { callbackEffect, promiseEffect } from '../declare-effects.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { withEvent } from '../with-event.ts'

/** The time at which the page may be loaded again: `never` in the build of the editor. */
export type ReloadTime = 'now' | 'later' | 'never'

export type EditorBuildEvent =
  | { type: 'session.started' }
  /** Another tab has signed in. */
  | { type: 'session.hinted' }
  /** Something is typed or chosen while the document is being loaded. */
  | { type: 'field.changed' }
  | { type: 'page.requested' }
  /** A screen of the app (sign in, administration) is shown instead of a page of content. */
  | { type: 'page.unloaded' }

export const editorBuildMachine = setup({
  types: {} as { events: EditorBuildEvent },
  actors: {
    watchOtherTabs: callbackEffect<EditorBuildEvent>(),
    findReloadTime: promiseEffect<ReloadTime>(),
    /**
     * Loads the document again. The URL is committed by then, so that of the next page is loaded. Stops and says so when
     * something is typed before the document is there.
     */
    openEditorBuild: callbackEffect<EditorBuildEvent>(),
    listener,
  },
  guards: {
    isNow: (_, { output }: { output: ReloadTime }) => output === 'now',
    isLater: (_, { output }: { output: ReloadTime }) => output === 'later',
  },
}).createMachine({
  id: 'editorBuild',
  meta: {
    guards: {
      isNow: 'Nothing was typed that would be lost.',
      isLater: 'Something was typed, or the document was loaded for this a moment ago.',
    },
  },
  invoke: [
    listenTo<EditorBuildEvent>({
      auth: ['session.started'],
      pageRequest: ['page.requested', 'page.unloaded'],
    }),
    { id: 'watchOtherTabs', src: 'watchOtherTabs', onError: {} },
  ],
  initial: 'sufficient',
  states: {
    sufficient: {
      description: 'The build of the page has all that its reader needs.',
      on: { 'session.started': 'deciding', 'session.hinted': 'deciding' },
    },
    deciding: {
      description: 'Looks whether anything on the page would be lost by loading it again.',
      invoke: {
        id: 'findReloadTime',
        src: 'findReloadTime',
        onDone: [
          { guard: withEvent('isNow'), target: 'opening' },
          { guard: withEvent('isLater'), target: 'waiting' },
          { target: 'sufficient' },
        ],
        onError: 'sufficient',
      },
    },
    waiting: {
      description: 'The next navigation loads the build of the editor.',
      on: { 'page.requested': 'opening', 'page.unloaded': 'opening' },
    },
    opening: {
      description: 'The document is being loaded again with the build of the editor.',
      invoke: { id: 'openEditorBuild', src: 'openEditorBuild', onError: {} },
      on: {
        // On a slow network, there is time to type.
        'field.changed': 'waiting',
        'page.requested': { target: 'opening', reenter: true },
        'page.unloaded': { target: 'opening', reenter: true },
      },
    },
  },
})
