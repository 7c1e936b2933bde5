/** The whole app for random events: its machines, what people and servers send, and the answers of its effects. */
import {
  type AnyActorRef,
  type AnyStateMachine,
  SimulatedClock,
  type AnyEventObject,
  createActor,
} from 'xstate'
import type { Change, Intent } from '#content/change/types.ts'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import { locationOf } from '#content/navigation/location.ts'
import { appMachine } from '#machines/app/app.ts'
import { deferredActors } from '#machines/app/deferred-actors.ts'
import { isStub } from '#machines/declare-effects.ts'
import { type PendingEditsRef, editField } from '#machines/editing/changes/pending-edits.ts'
import { editorActors } from '#machines/editing/editor-actors.ts'
import { confirm } from '#src/app/effects/shared.ts'
import { fetchChainMachine } from '#machines/page/fetch-chain.ts'
import { createCommander } from '../../../charts/fuzz/commanded-effects.ts'
import type { FuzzSystem, Sample } from '../../../charts/fuzz/fuzz-system.ts'
import { livingActors } from '../../../charts/fuzz/living-actors.ts'
import { component, pagePayload } from '../content/page-payload.ts'
import { admin } from '../content/sample-resources.ts'
import { appInvariants } from './fuzz-invariants.ts'

const [first, second] = [
  component('Title', 'first', { title: 'First' }),
  component('Title', 'second', { title: 'Second' }),
]
const payload = pagePayload([first, second])
const [firstIri, secondIri] = [first['@id'], second['@id']]
const position = '/_/component_positions/first' as const
const group = '/_/component_groups/_' as const
const stacks = {
  first: { stack: [firstIri, position, group], area: 'page' },
  second: { stack: [secondIri, '/_/component_positions/second', group], area: 'page' },
  layout: { stack: ['/_/layouts/main'], area: 'layout' },
} as const

const insertionPoint = { group, index: 1, sortValue: 5 }
const kind = { type: 'Title', endpoint: '/component/titles', publishable: true, instantAdd: false }
const to = (path: string) => locationOf(path)

/** Types into a component, as its view does: the same field always has the same actor. */
const typed = (iri: typeof firstIri, value: string): Sample => ({
  type: 'field.changed',
  perform: (ref) =>
    editField(ref as PendingEditsRef, [iri], { iri, property: 'title', value, stored: 'First' }),
})

const actions: AnyEventObject[] = [
  { type: 'undo.requested' },
  { type: 'exit.requested' },
  { type: 'signOut.requested' },
  ...[
    { type: 'publish.requested', iri: firstIri },
    { type: 'delete.requested', iri: firstIri },
    { type: 'delete.requested', iri: secondIri },
    { type: 'deleteAll.requested', positions: [position] },
    { type: 'duplicate.requested', iri: firstIri, insertionPoint, isPublic: true },
    { type: 'duplicate.requested', iri: firstIri, insertionPoint, isPublic: false },
  ],
]

const retries: AnyEventObject[] = ['retry.requested', 'flush.requested'].map((type) => ({ type }))
const refusals: AnyEventObject[] = [
  ...retries,
  { type: 'local.kept' },
  { type: 'copy.requested', words: 'words' },
  { type: 'edits.discarded' },
  { type: 'restore.requested' },
  { type: 'remote.accepted', value: 'theirs' },
  { type: 'resource.updated', resource: { ...first, title: 'theirs' } },
]

/** The events that people and servers send, by the machine, without those that other actors emit. */
const events: FuzzSystem['events'] = {
  auth: [
    { type: 'signIn.requested', credentials: { username: 'admin', password: 'x' } },
  ] as AnyEventObject[],
  navigation: [
    { type: 'navigation.requested', to: to('/about'), source: 'link' },
    { type: 'navigation.requested', to: to('/about?cwa_force=true'), source: 'link' },
    { type: 'navigation.requested', to: to('/_cwa/pages'), source: 'code' },
    { type: 'history.popped', to: to('/'), delta: -1 },
    { type: 'history.popped', to: to('/'), delta: 0 },
  ] as AnyEventObject[],
  errorPage: [{ type: 'home.requested' }],
  network: [{ type: 'network.lost' }, { type: 'network.restored' }],
  hubConnection: [{ type: 'connection.opened' }, { type: 'connection.lost' }] as AnyEventObject[],
  dialogs: [{ type: 'dialog.confirmed' }, { type: 'dialog.canceled' }],
  notifications: [{ type: 'notification.paused' }, { type: 'notification.resumed' }],
  editMode: [
    { type: 'edit.requested' },
    { type: 'edit.requested' },
    { type: 'add.requested', insertionPoint },
    { type: 'add.requested', insertionPoint, kind },
    { type: 'add.requested', insertionPoint, kind: { ...kind, instantAdd: true } },
    { type: 'open.requested', href: '/about' },
    ...actions,
  ] as AnyEventObject[],
  addResource: [
    { type: 'kind.selected', kind },
    { type: 'insert.requested' },
    { type: 'discard.requested' },
  ] as AnyEventObject[],
  stagedResource: [
    { type: 'property.changed', property: 'title', value: 'Overture' },
    { type: 'property.changed', property: 'title', value: 'Finale' },
    { type: 'add.confirmed', publish: false, id: '1' },
    { type: 'add.confirmed', publish: true, id: '2' },
    { type: 'discard.requested' },
  ] as AnyEventObject[],
  pendingEdits: [
    typed(firstIri, 'One'),
    typed(firstIri, 'Two'),
    typed(secondIri, 'Three'),
    { type: 'flush.requested' },
    { type: 'refusal.shown' },
  ],
  field: [{ type: 'flush.requested' }],
  saveRefusal: refusals,
  pendingMoves: [{ type: 'flush.requested' }],
  reorder: [...retries, { type: 'moves.discarded' }],
  transfer: [...retries, { type: 'moves.discarded' }],
  drag: [
    { type: 'handle.pressed' },
    { type: 'handle.released' },
    { type: 'drag.canceled' },
  ] as AnyEventObject[],
  selection: [
    { type: 'resource.selected', ...stacks.first },
    { type: 'resource.selected', ...stacks.second },
    { type: 'resource.selected', ...stacks.layout },
    { type: 'selection.cleared' },
    { type: 'ancestor.selected', index: 1 },
  ] as AnyEventObject[],
  multipleSelection: [{ type: 'selection.cleared' }],
  resumedAddition: [{ type: 'addition.discarded' }],
  waitingActions: [{ type: 'retry.requested' }],
  editorChrome: [{ type: 'toggle.requested' }],
  draftsList: [{ type: 'list.requested' }, { type: 'list.dismissed' }, { type: 'retry.requested' }],
  unsavedList: [{ type: 'list.requested' }, { type: 'list.dismissed' }],
  outline: [{ type: 'toggle.requested' }, { type: 'close.requested' }],
  shortcutList: [{ type: 'list.requested' }, { type: 'list.dismissed' }],
  problemReport: [
    { type: 'report.requested' },
    { type: 'report.confirmed' },
    { type: 'report.dismissed' },
    { type: 'retry.requested' },
  ],
  machineDock: [
    { type: 'watch.requested' },
    { type: 'watch.dismissed' },
    { type: 'window.requested' },
  ],
  presence: [{ type: 'tab.hidden' }, { type: 'tab.shown' }],
  sessionRenewal: [
    { type: 'renewal.requested', isBackground: false },
    { type: 'window.focused' },
    { type: 'text.left' },
    { type: 'signIn.requested' },
    { type: 'renewal.canceled' },
  ] as AnyEventObject[],
  screenRenewal: [
    { type: 'renewal.requested', isBackground: false },
    { type: 'signIn.requested' },
    { type: 'renewal.canceled' },
  ] as AnyEventObject[],
  changeQueue: [
    {
      type: 'change.requested',
      id: 'a',
      intent: { kind: 'set', iri: firstIri, property: 'title', value: 'One' },
      conflictKeys: [firstIri],
    },
    {
      type: 'change.requested',
      id: 'b',
      intent: { kind: 'set', iri: secondIri, property: 'title', value: 'Two' },
      conflictKeys: [secondIri],
    },
  ] as AnyEventObject[],
  buildCheck: [],
}

/** Returns what the server answers to a change. */
const savedBy = (intent: Intent) => {
  if (intent.kind === 'delete' || intent.kind === 'deleteAll') return { resource: null }
  if (intent.kind === 'set')
    return { resource: { ...first, '@id': intent.iri, [intent.property]: intent.value } }
  return { resource: intent.kind === 'add' ? component('Title', 'third', intent.data) : first }
}

const planOf = ({ id, intent }: { id: string; intent: Intent }): Change => ({
  id,
  intent,
  steps: [{ method: 'PATCH', iri: firstIri, body: { title: 'One' } }],
  inverse: [{ method: 'PATCH', iri: firstIri, body: { title: 'First' } }],
  refetch: [],
})

const always = (output: unknown) => () => output

/** Returns the machines of the app, with effects that are told what to do. Only dialogs are as they are. */
function commandedMachines() {
  const command = createCommander({ isDeclared: isStub, real: { confirm } })
  const commandAll = <Actors extends Record<string, AnyStateMachine>>(actors: Actors) =>
    Object.fromEntries(
      Object.entries(actors).map(([id, machine]) => [id, command(machine)]),
    ) as Actors
  return {
    app: command(appMachine),
    editor: { actors: commandAll(editorActors), views: null },
    deferred: { actors: commandAll(deferredActors), views: null },
    chain: command(fetchChainMachine),
  }
}

type Machines = ReturnType<typeof commandedMachines>

const answersOf = ({ editor, deferred, chain }: Machines): FuzzSystem['answers'] => ({
  saveChange: [savedBy],
  loadEditor: [always(editor)],
  loadDeferred: [always(deferred)],
  loadChain: [always(chain)],
  pageReady: [always(undefined)],
  waitForIdle: [always(undefined)],
  readSession: [always(admin), always(null)],
  signIn: [always(admin)],
  signOut: [always(undefined)],
  authorize: [always(null), always('/_cwa/login')],
  followRedirect: [always(undefined)],
  fetchPayload: [always(payload), always(null)],
  loadErrorView: [always(null)],
  canReload: [always(true), always(false)],
  prepareUpdate: [always([])],
  prepareChange: [planOf],
  sendStep: [always({ resource: first, etag: null }), always(null)],
  refetch: [always({ items: [], removed: [] })],
  renewSession: [always('renewed'), always('declined')],
  wasEditing: [always(false), always(true)],
  readWork: [always({ edits: [], moves: [], iris: [], addition: null })],
  readActions: [],
  wasOutlineOpen: [always(false), always(true)],
  areCharacterKeysEnabled: [always(true)],
  readRecentKinds: [always([])],
  readHistory: [always(null)],
  announcePresence: [always(null), always([])],
  wasInterrupted: [always(false)],
  loadTools: [always(null)],
  loadFetchChain: [always(undefined)],
  loadAuthorization: [always(undefined)],
  loadViews: [always(undefined)],
  enableOfflinePages: [always(undefined)],
  fetchLatestBuild: [always(true), always(false)],
})

const errors = [
  new Failure('offline'),
  new Failure('unexpected'),
  new Failure('conflict', { resource: { ...first, title: 'theirs' } }),
  new Failure('invalid'),
  failureFromStatus(404),
  failureFromStatus(401),
]

/** Answers the first effect of this name. */
const answer = (root: AnyActorRef, source: string, output: unknown) =>
  livingActors(root)
    .find(({ path }) => path.endsWith(`/${source}`))
    ?.ref.send({ type: 'effect.resolved', output })

/** Starts the app of an administrator whose page is open, with the editor loaded, and begins to edit. */
const startEditing = (
  { app, editor, deferred }: Machines,
  inspect: Parameters<FuzzSystem['start']>[0],
) => {
  const clock = new SimulatedClock()
  const input = {
    location: locationOf('/'),
    page: payload.page,
    failure: null,
    user: admin,
    hasSessionHint: true,
    hub: 'http://api.test/hub',
    lastEventId: null,
  }
  const root: AnyActorRef = createActor(app, { clock, inspect, input }).start()
  answer(root, 'loadEditor', editor)
  answer(root, 'pageReady', undefined)
  answer(root, 'loadDeferred', deferred)
  answer(root, 'waitForIdle', undefined)
  const { editMode } = (root.getSnapshot() as { children: Record<string, AnyActorRef> }).children
  editMode!.send({ type: 'edit.requested' })
  return { root, clock }
}

/** Returns the system, with the machines as they are now. */
export function createFuzzedApp(): FuzzSystem {
  const machines = commandedMachines()
  return {
    start: (inspect) => startEditing(machines, inspect),
    events,
    answers: answersOf(machines),
    errors,
    invariants: appInvariants,
  }
}
