/** The paths of a component that is being added, and the gestures that lead along them. */
import type { SaveResult } from '#content/change/types.ts'
import { Failure } from '#content/model/failure.ts'
import { selectStagedResourceRef } from '#machines/editing/changes/add-resource.ts'
import { stagedResourceMachine } from '#machines/editing/changes/staged-resource.ts'
import { restoreNetwork } from './app.tsx'
import {
  type EditorGestures,
  type OpenEditor,
  reachServer,
  sampleGroup as group,
  sampleTitle,
  title,
  typeInto,
} from './editor.tsx'
import { pathsOf } from '#charts/paths/paths.ts'

const kind = { type: 'Title', endpoint: '/component/titles', publishable: true, instantAdd: false }
const saved: SaveResult = { resource: sampleTitle }

export const stagedPaths = pathsOf(stagedResourceMachine, {
  // After the first heading.
  input: { insertionPoint: { group, index: 1, sortValue: 1 }, kind },
  events: [
    { type: 'property.changed', property: 'title', value: 'Overture' },
    { type: 'add.confirmed', publish: false, id: '1' },
    { type: 'add.confirmed', publish: true, id: '1' },
    { type: 'discard.requested' },
    { type: 'discard.needed' },
    { type: 'add.discarded' },
    { type: 'xstate.done.actor.saveChange', output: saved },
    { type: 'xstate.error.actor.saveChange', error: new Failure('offline') },
    { type: 'xstate.error.actor.saveChange', error: new Failure('unexpected') },
    { type: 'connection.opened' },
    { type: 'network.restored' },
    { type: 'xstate.done.actor.confirm', output: true },
    { type: 'xstate.done.actor.confirm', output: false },
    { type: 'xstate.error.actor.confirm', error: new Failure('unexpected') },
  ],
})

const settleSave: EditorGestures[string] = ({ happen, puppets }, event) =>
  happen(() => puppets.stagedResource.saveChange.settle(event))
const settleConfirm: EditorGestures[string] = ({ happen, puppets }, event) =>
  happen(() => puppets.stagedResource.confirm.settle(event))

export const stagedGestures: EditorGestures = {
  'property.changed': (_, { value }: { value: string }) => typeInto(title(1), value),
  'add.confirmed': ({ press }, { publish }: { publish: boolean }) =>
    press(publish ? 'Add and publish' : 'Add draft'),
  'connection.opened': reachServer,
  'network.restored': restoreNetwork,
  'discard.requested': ({ press }) => press('Discard'),
  'discard.needed': ({ press }) => press('Done'),
  // The navigation guard asks.
  'add.discarded': async ({ pop, press }) => {
    await pop('/elsewhere')
    await press('Ok')
  },
  'xstate.done.actor.saveChange': settleSave,
  'xstate.error.actor.saveChange': settleSave,
  'xstate.done.actor.confirm': settleConfirm,
  'xstate.error.actor.confirm': settleConfirm,
}

/** Returns the actor of the component that is being added. */
export const stagedRefOf = ({ editModeRef }: OpenEditor) => {
  const addRef = editModeRef.getSnapshot().children.addResource!
  return selectStagedResourceRef(addRef.getSnapshot())!
}
