/** Provides the effects of copying an item of data, and of undoing that. Loaded with the screens of items. */
import { fromPromise } from 'xstate'
import { doneLabel } from '#content/admin/bulk-words.ts'
import type { UndoableChange } from '#content/admin/bulk-change.ts'
import { itemPath, listAt } from '#content/admin/resource-lists.ts'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import { locationOf } from '#content/navigation/location.ts'
import { type CopiedItem, itemCopyMachine } from '#machines/admin/item-copy.ts'
import type { NavigationRef } from '#machines/page/navigation.ts'
import { makeCopy } from '#src/api/bulk-changes.ts'
import { type ActorSystem, servicesOf } from '../../services/services.ts'
import { editingAccount, withRenewal, withSession } from '../session-effects.ts'
import { undoAndAnnounce } from './bulk-change-effects.ts'
import { sendOnce } from './send-once.ts'
import { announceChange, announceNotUndone } from './undoable-changes.ts'

/** Goes to another screen, unless something is unsaved that the user wants to keep. */
const open = (system: ActorSystem, href: string) => {
  const navigationRef: NavigationRef = system.get('navigation')
  navigationRef.send({ type: 'navigation.requested', to: locationOf(href), source: 'code' })
}

const copyItem = fromPromise<CopiedItem, { iri: Iri; listPath: string }>(
  async ({ system, input: { iri, listPath }, signal }) => {
    const api = await servicesOf(system).loadApi()
    const account = editingAccount(system)['@id']
    const { copy, change } = await sendOnce({ account, duplicated: iri }, (key) => {
      const make = () => withSession(system, () => makeCopy(api, iri, { account, key }))
      return withRenewal(system, signal, make)
    })
    const request = { action: 'duplicate', members: [{ iri }] } as const
    const label = doneLabel(listAt(listPath).name, request)
    const undoable = change === null ? null : { iri: change, label }
    announceChange(system, { listPath, label, undoable })
    return { copy, undoable }
  },
)

const undoCopy = fromPromise<void, { listPath: string; change: UndoableChange }>(
  ({ system, input, signal }) =>
    undoAndAnnounce(system, input, signal).catch((error: unknown) => {
      announceNotUndone(system, { change: input.change, failure: Failure.from(error) })
      throw error
    }),
)

export const itemCopy = itemCopyMachine.provide({
  actors: { copyItem, undoCopy },
  actions: {
    openCopy: ({ system }, { listPath, copied: { copy } }) =>
      open(system, itemPath(listAt(listPath), copy)),
    announceCopy: ({ system }, { listPath, copied: { undoable } }) => {
      if (undoable) announceChange(system, { listPath, label: undoable.label, undoable })
    },
    openList: ({ system }, { listPath }) => open(system, listPath),
  },
})
