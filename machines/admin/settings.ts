/** Edits the settings of the site: saves those that were changed, each by a request of its own. */
import { type ActorRefFrom, type SnapshotFrom, and, assign, sendTo, setup, stateIn } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import type { HubMessage } from '#content/page/update-queue.ts'
import { settingIn } from '#content/settings/setting-message.ts'
import { refusedKeys } from '#content/settings/setting-problems.ts'
import * as outcomes from '#content/settings/setting-outcomes.ts'
import * as drafts from '#content/settings/settings-draft.ts'
import type { ReadSettings, SiteFacts } from '#content/settings/site-facts.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { actionEffect, promiseEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { withEvent } from '../with-event.ts'
import { type LeaveGuardEvent, leaveGuardMachine } from './leave-guard.ts'
import type { SettingsEvent } from './settings-events.ts'
import { settingsSaveMachine } from './settings-save.ts'

interface Context {
  /** Null until they are read. */
  draft: drafts.SettingsDraft | null
  facts: SiteFacts | null
  /** The results of the last save, by key. */
  outcomes: outcomes.SettingOutcomes
  /** The reason why nothing could be read. */
  failure: Failure | null
}

type Keyed = { key: drafts.SettingKey }

const settings = setup({
  types: {} as {
    context: Context
    events: SettingsEvent
    children: { leaveGuard: 'leaveGuard' }
    tags: 'saving' | 'refused'
  },
  actors: {
    listener,
    leaveGuard: leaveGuardMachine,
    readSettings: promiseEffect<ReadSettings>(),
    settingsSave: settingsSaveMachine,
  },
  actions: {
    setRead: assign((_, { output: { parameters, facts } }: { output: ReadSettings }) => ({
      draft: drafts.draftOf(parameters),
      facts,
      failure: null,
    })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
    clearFailure: assign({ failure: null }),
    change: assign(({ context }, change: Keyed & { value: drafts.SettingValue }) => ({
      draft: drafts.changeSetting(context.draft!, change),
      outcomes: outcomes.retypeOutcome(context.outcomes, change.key),
    })),
    receive: assign(({ context }, message: HubMessage) => ({
      draft: outcomes.receiveMessage(context.draft!, context.outcomes, settingIn(message)!),
    })),
    applyAnswer: assign(({ context }, answered: EmittedBy<'settingsSave'>) =>
      outcomes.applyAnswer({ ...context, draft: context.draft! }, answered),
    ),
    refuseRest: assign(({ context }) => ({ outcomes: outcomes.failRest(context.outcomes) })),
    startSaving: assign(({ context }) => ({
      outcomes: outcomes.startSaving(drafts.changesOf(context.draft!)),
    })),
    keepMine: assign(({ context }, { key }: Keyed) => ({
      draft: drafts.keepMine(context.draft!, key),
    })),
    takeTheirs: assign(({ context }, { key }: Keyed) => ({
      draft: drafts.takeTheirs(context.draft!, key),
    })),
    discard: assign(({ context }) => ({
      draft: drafts.discardChanges(context.draft!),
      outcomes: {},
    })),
    guardLeaving: sendTo('leaveGuard', { type: 'changes.made' } satisfies LeaveGuardEvent),
    /** Nothing is unsaved any more, so that a navigation which was asked about goes on. */
    releaseGuard: sendTo('leaveGuard', { type: 'changes.settled' } satisfies LeaveGuardEvent),
    /** Writes to the console that something was not saved. */
    logNotSaved: actionEffect<{ messages: readonly string[] }>(),
  },
  guards: {
    isSetting: (_, message: HubMessage) => settingIn(message) !== null,
    isUnchanged: ({ context }) => drafts.changedKeys(context.draft!).length === 0,
    canSend: ({ context }) => drafts.changesOf(context.draft!).length > 0,
    hasProblems: ({ context }) => refusedKeys(context.draft!).length > 0,
    areRequestsIdle: stateIn({ requests: 'idle' }),
    isSaved: ({ context }) => outcomes.areSaved(context.outcomes),
    hasFailures: ({ context }) => outcomes.failuresOf(context.outcomes).length > 0,
  },
})

const setFailure = withEvent('setFailure')
const logFailures = {
  type: 'logNotSaved',
  params: ({ context }: { context: Context }) => ({
    messages: outcomes.failuresOf(context.outcomes).map(({ message }) => message),
  }),
} as const
const receive = { guard: withEvent('isSetting'), actions: withEvent('receive') } as const

/** Nothing is sent while one of the changes cannot be saved, nor while requests are pending. */
const save = [
  {
    guard: 'hasProblems',
    target: 'refused',
    actions: {
      type: 'logNotSaved',
      params: { messages: ['A value is not valid, so nothing was saved.'] },
    },
  },
  { guard: and(['areRequestsIdle', 'canSend']), target: 'saving' },
] as const

const unsaved = settings.createStateConfig({
  description: 'Something was changed that is not saved.',
  initial: 'editing',
  entry: 'guardLeaving',
  exit: 'releaseGuard',
  on: {
    'setting.changed': { actions: withEvent('change') },
    'message.received': receive,
    'mine.kept': { actions: withEvent('keepMine') },
    'theirs.taken': { actions: withEvent('takeTheirs') },
  },
  states: {
    editing: {
      description: 'The user changes settings.',
      always: { guard: 'isUnchanged', target: '#settings.form.ready' },
      on: { 'save.requested': save, 'discard.requested': 'confirmingDiscard' },
    },
    saving: {
      description: 'The changed settings are on their way to the server.',
      tags: 'saving',
      entry: 'startSaving',
      invoke: [
        {
          id: 'settingsSave',
          systemId: 'settingsSave',
          src: 'settingsSave',
          input: ({ context }) => ({ changes: drafts.changesOf(context.draft!) }),
          onDone: [
            { guard: 'isSaved', target: 'editing' },
            { target: 'refused', actions: ['refuseRest', logFailures] },
          ],
        },
        listenTo<SettingsEvent>({ settingsSave: ['setting.answered'] }),
      ],
      on: { 'setting.answered': { actions: withEvent('applyAnswer') } },
    },
    /** Some of it was not saved. */
    refused: {
      description: 'Not everything was saved, and the reasons are shown.',
      tags: 'refused',
      always: { guard: 'isUnchanged', target: '#settings.form.ready' },
      on: {
        'setting.changed': { target: 'editing', actions: withEvent('change') },
        'save.requested': save,
        'discard.requested': 'confirmingDiscard',
      },
    },
    confirmingDiscard: {
      description: 'The user is asked whether the changes may be lost.',
      on: {
        'discard.confirmed': { target: 'editing', actions: 'discard' },
        'discard.canceled': [{ guard: 'hasFailures', target: 'refused' }, { target: 'editing' }],
      },
    },
  },
})

export const settingsMachine = settings.createMachine({
  id: 'settings',
  meta: {
    guards: {
      isSetting: 'The message says that a setting was changed.',
      isUnchanged: 'Each setting has the value that the server has.',
      canSend: 'At least one changed setting can be sent.',
      hasProblems: 'A changed setting has a value that is not valid.',
      areRequestsIdle: 'No other request is under way.',
      isSaved: 'Everything that was sent is saved.',
      hasFailures: 'Something that was sent could not be saved.',
    },
  },
  context: { draft: null, facts: null, outcomes: {}, failure: null },
  invoke: [
    listenTo<SettingsEvent>({
      hubConnection: ['message.received'],
      requestTracker: ['requests.busy', 'requests.idle'],
    }),
    { id: 'leaveGuard', src: 'leaveGuard' },
  ],
  type: 'parallel',
  states: {
    form: {
      description: 'The values of the settings.',
      initial: 'reading',
      states: {
        reading: {
          description: 'The settings are being read.',
          invoke: {
            id: 'readSettings',
            src: 'readSettings',
            onDone: { target: 'ready', actions: withEvent('setRead') },
            onError: { target: 'failed', actions: setFailure },
          },
        },
        failed: {
          description: 'The settings could not be read, and can be tried again.',
          on: { 'retry.requested': { target: 'reading', actions: 'clearFailure' } },
        },
        ready: {
          description: 'The settings are shown, and nothing is unsaved.',
          on: {
            'setting.changed': { target: 'unsaved', actions: withEvent('change') },
            'message.received': receive,
          },
        },
        unsaved,
      },
    },
    requests: {
      description: 'Whether the page requests anything else.',
      // At least the request of the settings themselves is pending.
      initial: 'busy',
      states: {
        idle: { description: 'No request is under way.', on: { 'requests.busy': 'busy' } },
        busy: {
          description: 'At least one request is under way.',
          on: { 'requests.idle': 'idle' },
        },
      },
    },
  },
})

export type SettingsRef = ActorRefFrom<typeof settingsMachine>
type Snapshot = SnapshotFrom<typeof settingsMachine>
export const isFailed = (snapshot: Snapshot) => snapshot.matches({ form: 'failed' })
export const isUnsaved = (snapshot: Snapshot) => snapshot.matches({ form: 'unsaved' })
export const isConfirmingDiscard = (snapshot: Snapshot) =>
  snapshot.matches({ form: { unsaved: 'confirmingDiscard' } })
export const isSaving = (snapshot: Snapshot) => snapshot.hasTag('saving')
/** True once something could not be saved, until it is changed or saved again. */
export const hasError = (snapshot: Snapshot) => snapshot.hasTag('refused')
export const canSave = (snapshot: Snapshot) => snapshot.can({ type: 'save.requested' })
export const selectDraft = ({ context }: Snapshot) => context.draft
export const selectFacts = ({ context }: Snapshot) => context.facts
export const selectOutcomes = ({ context }: Snapshot) => context.outcomes
export const selectFailure = ({ context }: Snapshot) => context.failure
export const selectLeaveGuardRef = ({ children }: Snapshot) => children.leaveGuard
