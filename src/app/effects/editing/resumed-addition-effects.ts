/** Provides the effects that put what was being added before a reload where it was. */
import { fromPromise } from 'xstate'
import {
  type RememberedAddition,
  currentInsertionPoint,
  editsOfSaved,
} from '#content/change/remembered-addition.ts'
import { kindOf, selectedKindOf } from '#content/model/kind.ts'
import {
  type LocatedAddition,
  resumedAdditionMachine,
} from '#machines/editing/changes/resumed-addition.ts'
import { type EditModeRef, canAct } from '#machines/editing/edit-mode.ts'
import { siteKinds } from '#site/editors.ts'
import { additionText } from '../../browser/kept-work.ts'
import { servicesOf } from '../../services/services.ts'
import { locationPath } from '../shared.ts'
import { copyAndNotify } from './copy-effects.ts'

export const resumedAddition = resumedAdditionMachine.provide({
  actors: {
    locate: fromPromise<LocatedAddition, { addition: RememberedAddition }>(
      async ({ input: { addition }, system }) => {
        const kind = kindOf(siteKinds.kinds, addition.type)
        const editModeRef: EditModeRef = system.get('editMode')
        // While something else is going on, edit mode adds nothing.
        const isPossible =
          addition.page.path === locationPath(system) && canAct(editModeRef.getSnapshot())
        // One that is added without being filled in would be added now.
        if (!kind || kind.instantAdd || !isPossible) return null
        const { read } = servicesOf(system).cache
        const edits = editsOfSaved(addition, kind.endpoint, read)
        if (edits) return { edits }
        const insertionPoint = currentInsertionPoint(addition, read)
        return insertionPoint && { kind: selectedKindOf(kind), insertionPoint, resumed: addition }
      },
    ),
  },
  actions: { forget: additionText.clear, copyText: copyAndNotify },
})
