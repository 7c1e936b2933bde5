/** Provides the effects of unsaved edits and moves. */
import { fromCallback } from 'xstate'
import type { Iri } from '#content/model/iri.ts'
import { fieldMachine } from '#machines/editing/changes/field.ts'
import { pendingEditsMachine } from '#machines/editing/changes/pending-edits.ts'
import type { DeletionWatchEvent } from '#machines/editing/changes/pending-edits-events.ts'
import { pendingMovesMachine } from '#machines/editing/changes/pending-moves.ts'
import { reorderMachine } from '#machines/editing/changes/reorder.ts'
import {
  type SaveRefusalEvent,
  saveRefusalMachine,
} from '#machines/editing/changes/save-refusal.ts'
import { transferMachine } from '#machines/editing/changes/transfer.ts'
import { servicesOf } from '../../services/services.ts'
import { createDeletionWatch } from '../../services/watch-deletions.ts'
import { upload } from '../admin/upload-queue-effects.ts'
import { warnBeforeUnload } from './save-status-effects.ts'
import { copyAndNotify } from './copy-effects.ts'
import { saveChange } from './save-change-effects.ts'

const watchResource = fromCallback<SaveRefusalEvent, { iri: Iri }>(({ system, input, sendBack }) =>
  servicesOf(system).cache.subscribe(input.iri, (resource) => {
    if (resource) sendBack({ type: 'resource.updated', resource } satisfies SaveRefusalEvent)
  }),
)

export const pendingEdits = pendingEditsMachine.provide({
  actors: {
    field: fieldMachine.provide({
      actors: {
        saveChange,
        upload,
        saveRefusal: saveRefusalMachine.provide({
          actors: { saveChange, watchResource },
          actions: { copyText: copyAndNotify },
        }),
      },
    }),
    pendingMoves: pendingMovesMachine.provide({
      actors: {
        reorder: reorderMachine.provide({ actors: { saveChange } }),
        transfer: transferMachine.provide({ actors: { saveChange } }),
      },
    }),
    warnBeforeUnload,
    watchDeletions: fromCallback<DeletionWatchEvent, undefined>(({ system, sendBack, receive }) => {
      const { watch, report } = createDeletionWatch(servicesOf(system).cache, (deleted) =>
        sendBack({ type: 'deletion.detected', ...deleted } satisfies DeletionWatchEvent),
      )
      receive((event) => {
        if (event.type === 'edits.changed') watch(event.iris)
        if (event.type === 'resource.removed') report(event.iri)
      })
      return () => watch([])
    }),
  },
})
