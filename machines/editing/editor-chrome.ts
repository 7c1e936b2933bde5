/** Hides everything the editor draws over the page, to see the page as visitors do, and shows it again once that is edited. */
import { type SnapshotFrom, emit, setup } from 'xstate'
import type { EmittedBy } from '../emitted-events.ts'

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    editorChrome: { type: 'chrome.hidden' } | { type: 'chrome.shown' }
  }
}

type EditorChromeEvent =
  | { type: 'toggle.requested' }
  /** Something was pressed or typed on the page that is edited. */
  | { type: 'page.edited' }

const show = { target: 'visible', actions: 'emitShown' } as const

export const editorChromeMachine = setup({
  types: {} as { events: EditorChromeEvent; emitted: EmittedBy<'editorChrome'> },
  actions: {
    emitHidden: emit({ type: 'chrome.hidden' }),
    emitShown: emit({ type: 'chrome.shown' }),
  },
}).createMachine({
  id: 'editorChrome',
  initial: 'visible',
  states: {
    visible: {
      description: 'The bar, the panel and the marks of the editor are shown.',
      on: { 'toggle.requested': { target: 'hidden', actions: 'emitHidden' } },
    },
    hidden: {
      description: 'The page is shown without anything of the editor.',
      on: { 'toggle.requested': show, 'page.edited': show },
    },
  },
})

export const isHidden = (snapshot: SnapshotFrom<typeof editorChromeMachine>) =>
  snapshot.matches('hidden')
