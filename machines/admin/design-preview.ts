/** Reads what the preview of a page's design shows. Without it, the preview is that of an empty page. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import type { PreviewedIris } from '#content/admin/design-preview.ts'
import type { Resource } from '#content/model/resource.ts'
import { promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'

interface Context extends PreviewedIris {
  /** The page and its layout, with everything in them. */
  items: readonly Resource[]
}

export const designPreviewMachine = setup({
  types: {} as { input: PreviewedIris; context: Context; tags: 'busy' },
  actors: { readPreview: promiseEffect<readonly Resource[], PreviewedIris>() },
  actions: {
    setItems: assign((_, { output }: { output: readonly Resource[] }) => ({ items: output })),
  },
}).createMachine({
  id: 'designPreview',
  context: ({ input }) => ({ ...input, items: [] }),
  initial: 'reading',
  states: {
    reading: {
      description: 'Reads what the preview shows.',
      tags: 'busy',
      invoke: {
        id: 'readPreview',
        src: 'readPreview',
        input: ({ context: { page, layout } }) => ({ page, layout }),
        onDone: { target: 'ready', actions: withEvent('setItems') },
        onError: 'ready',
      },
    },
    ready: { description: 'The preview can be shown.' },
  },
})

export type DesignPreviewRef = ActorRefFrom<typeof designPreviewMachine>
type Snapshot = SnapshotFrom<typeof designPreviewMachine>
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const selectItems = (snapshot: Snapshot) => snapshot.context.items
