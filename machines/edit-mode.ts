/** Looking at the page, or changing it in place. */
import {
  type ActorRefFrom,
  type SnapshotFrom,
  assertEvent,
  assign,
  emit,
  sendTo,
  setup,
} from 'xstate'
import type { Intent, Saved } from '#content/change.ts'
import { type Iri, NEW_RESOURCE } from '#content/iri.ts'
import type { Spot } from '#content/spot.ts'
import {
  type AddResourceEmitted,
  type AddResourceEvent,
  addResourceMachine,
} from './add-resource.ts'
import type { Question } from './dialogs.ts'
import { promised } from './effects.ts'
import { relay } from './relay.ts'
import { type ResourceManagerEvent, resourceManagerMachine } from './resource-manager.ts'
import { type UnsavedEmitted, type UnsavedEvent, unsavedMachine } from './unsaved.ts'

/** What is done as soon as all that was typed is saved. */
type Task =
  | { type: 'publish.requested'; iri: Iri }
  | { type: 'delete.requested'; iri: Iri }
  | { type: 'undo.requested' }
  | { type: 'redo.requested' }
  /** The wish to stop; what cannot be saved holds it up. */
  | { type: 'edit.left' }
  /** The same, and to be nobody afterwards. */
  | { type: 'signOut.requested' }

export type EditModeEvent =
  | Task
  | { type: 'edit.requested' }
  | { type: 'add.requested'; spot: Spot }
  | Exclude<ResourceManagerEvent, { type: 'resource.added' }>
  | Exclude<UnsavedEvent, { type: 'settling.requested' }>
  /** Another page is shown. */
  | { type: 'location.committed' }
  /** Whether what is being added may be lost was asked elsewhere. */
  | { type: 'add.discarded' }
  | AddResourceEmitted
  | UnsavedEmitted

export type EditModeEmitted =
  | { type: 'edit.entered' }
  | { type: 'edit.left' }
  | { type: 'add.started' }
  | { type: 'add.ended' }
  /** Once all that was typed is saved, so that this is what is taken back. */
  | { type: 'undo.requested' }
  | { type: 'redo.requested' }
  /** Once all that was typed is saved, for only an administrator may save it. */
  | { type: 'signOut.requested' }

export const deleteQuestion: Question = {
  title: 'Delete this resource?',
  body: 'Are you sure you want to permanently delete this resource?',
}

/** What a task is about; null for everything. */
const subjectOf = (task: Task | null) => (task && 'iri' in task ? task.iri : null)

export const editModeMachine = setup({
  types: {} as {
    context: { task: Task | null }
    events: EditModeEvent
    emitted: EditModeEmitted
    children: {
      resourceManager: 'resourceManager'
      unsaved: 'unsaved'
      addResource: 'addResource'
    }
    tags: 'busy'
  },
  actors: {
    resourceManager: resourceManagerMachine,
    unsaved: unsavedMachine,
    addResource: addResourceMachine,
    confirm: promised<boolean, Question>('confirm'),
    saveChange: promised<Saved, Intent>('saveChange'),
    relay,
  },
  actions: {
    keepTask: assign(({ event }) => ({ task: event as Task })),
    forgetTask: assign({ task: null }),
    passToManager: sendTo('resourceManager', ({ event }) => event as ResourceManagerEvent),
    passToUnsaved: sendTo('unsaved', ({ event }) => event as UnsavedEvent),
    tellManager: sendTo('resourceManager', (_, event: ResourceManagerEvent) => event),
    passToAddResource: sendTo('addResource', ({ event }) => event as AddResourceEvent),
    discard: sendTo('addResource', { type: 'discard.requested' } satisfies AddResourceEvent),
    selectNew: sendTo('resourceManager', ({ event }) => {
      assertEvent(event, ['add.staged', 'add.placed'])
      return { type: 'resource.added', stack: event.stack } satisfies ResourceManagerEvent
    }),
    tellSignOut: emit({ type: 'signOut.requested' }),
    flush: sendTo('unsaved', { type: 'flush.requested' } satisfies UnsavedEvent),
  },
  guards: {
    hasTask: ({ context }) => context.task !== null,
    isFor: ({ context }, { type }: { type: Task['type'] }) => context.task?.type === type,
    isHeldUp: (_, { clean }: { clean: boolean }) => !clean,
  },
}).createMachine({
  id: 'editMode',
  context: { task: null },
  initial: 'viewing',
  states: {
    viewing: {
      entry: 'forgetTask',
      on: { 'edit.requested': 'editing', 'signOut.requested': { actions: 'tellSignOut' } },
    },
    editing: {
      entry: emit({ type: 'edit.entered' }),
      exit: emit({ type: 'edit.left' }),
      invoke: [
        { src: 'relay', input: { from: 'unsaved' } },
        { id: 'unsaved', systemId: 'unsaved', src: 'unsaved' },
        { id: 'resourceManager', src: 'resourceManager' },
      ],
      initial: 'browsing',
      on: {
        'field.*': { actions: 'passToUnsaved' },
        'move.requested': { actions: 'passToUnsaved' },
        'flush.requested': { actions: 'passToUnsaved' },
        'site.reached': { actions: 'passToUnsaved' },
        'resource.removed': { actions: ['passToUnsaved', 'passToManager'] },
        'resource.selected': { actions: ['flush', 'passToManager'] },
        'selection.cleared': { actions: ['flush', 'passToManager'] },
        'stack.chosen': { actions: 'passToManager' },
        'version.chosen': { actions: 'passToManager' },
        'location.committed': {
          actions: ['flush', { type: 'tellManager', params: { type: 'selection.cleared' } }],
        },
        'iri.replaced': {
          actions: [
            'passToUnsaved',
            'passToManager',
            assign(({ context: { task }, event: { from, to } }) => ({
              task: task && 'iri' in task && task.iri === from ? { ...task, iri: to } : task,
            })),
          ],
        },
      },
      states: {
        browsing: {
          entry: 'forgetTask',
          on: {
            'add.requested': 'adding',
            'delete.requested': { target: 'confirmingDelete', actions: 'keepTask' },
            'publish.requested': { target: 'settling', actions: 'keepTask' },
            'undo.requested': { target: 'settling', actions: 'keepTask' },
            'redo.requested': { target: 'settling', actions: 'keepTask' },
            'edit.left': { target: 'settling', actions: 'keepTask' },
            'signOut.requested': { target: 'settling', actions: 'keepTask' },
          },
        },
        adding: {
          invoke: [
            { src: 'relay', input: { from: 'addResource' } },
            {
              id: 'addResource',
              systemId: 'addResource',
              src: 'addResource',
              input: ({ event }) => {
                assertEvent(event, 'add.requested')
                return { spot: event.spot }
              },
              onDone: [{ guard: 'hasTask', target: 'settling' }, { target: 'browsing' }],
            },
          ],
          exit: [
            emit({ type: 'add.ended' }),
            { type: 'tellManager', params: { type: 'resource.removed', iri: NEW_RESOURCE } },
          ],
          on: {
            'add.staged': { actions: [emit({ type: 'add.started' }), 'selectNew'] },
            'add.placed': { actions: 'selectNew' },
            'add.discarded': { actions: 'passToAddResource' },
            // Whether the new resource may be lost is asked by who holds it.
            'edit.left': { actions: ['keepTask', 'discard'] },
            'signOut.requested': { actions: ['keepTask', 'discard'] },
            'add.kept': { actions: 'forgetTask' },
          },
        },
        confirmingDelete: {
          invoke: {
            id: 'confirm',
            src: 'confirm',
            input: deleteQuestion,
            onDone: [
              { guard: ({ event }) => event.output, target: 'settling' },
              { target: 'browsing' },
            ],
            onError: 'browsing',
          },
        },
        settling: {
          tags: 'busy',
          entry: sendTo(
            'unsaved',
            ({ context }) =>
              ({
                type: 'settling.requested',
                iri: subjectOf(context.task),
              }) satisfies UnsavedEvent,
          ),
          on: {
            'unsaved.settled': [
              {
                guard: { type: 'isFor', params: { type: 'delete.requested' } },
                target: 'deleting',
              },
              {
                guard: { type: 'isFor', params: { type: 'undo.requested' } },
                target: 'browsing',
                actions: emit({ type: 'undo.requested' }),
              },
              {
                guard: { type: 'isFor', params: { type: 'redo.requested' } },
                target: 'browsing',
                actions: emit({ type: 'redo.requested' }),
              },
              // What is not saved would be lost, or not be part of what is published.
              { guard: { type: 'isHeldUp', params: ({ event }) => event }, target: 'browsing' },
              {
                guard: { type: 'isFor', params: { type: 'publish.requested' } },
                target: 'publishing',
              },
              {
                guard: { type: 'isFor', params: { type: 'signOut.requested' } },
                target: '#editMode.viewing',
                actions: 'tellSignOut',
              },
              { target: '#editMode.viewing' },
            ],
          },
        },
        publishing: {
          tags: 'busy',
          invoke: {
            id: 'saveChange',
            src: 'saveChange',
            input: ({ context: { task } }) => ({ kind: 'publish', iri: subjectOf(task)! }),
            onDone: 'browsing',
            onError: 'browsing',
          },
        },
        deleting: {
          tags: 'busy',
          invoke: {
            id: 'saveChange',
            src: 'saveChange',
            input: ({ context: { task } }) => ({ kind: 'delete', iri: subjectOf(task)! }),
            onDone: 'browsing',
            onError: 'browsing',
          },
        },
      },
    },
  },
})

export type EditModeRef = ActorRefFrom<typeof editModeMachine>
type Snapshot = SnapshotFrom<typeof editModeMachine>
export const isEditing = (snapshot: Snapshot) => snapshot.matches('editing')
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
/** Undefined while nobody edits. */
export const selectResourceManager = (snapshot: Snapshot) => snapshot.children.resourceManager
/** Undefined while nobody edits. */
export const selectUnsaved = (snapshot: Snapshot) => snapshot.children.unsaved
/** Undefined while nothing is being added. */
export const selectAddResource = (snapshot: Snapshot) => snapshot.children.addResource
/** Whether something can be added, published, deleted, undone just now. */
export const canAct = (snapshot: Snapshot) => snapshot.can({ type: 'undo.requested' })
