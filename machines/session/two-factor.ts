/** Sets up the second factor of an account, renews its recovery codes, and turns it off. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import {
  type TwoFactorAnswer,
  type TwoFactorKey,
  type TwoFactorRequest,
  type TwoFactorStatus,
  provedAction,
} from '#content/account/two-factor.ts'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { RenewalOutcome } from '#content/model/session.ts'
import { actionEffect, promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'
import { renewOr, renewSession, renewalGuards, renewalGuardDescriptions } from './renew-session.ts'

interface TwoFactorInput {
  account: Iri
  /** True where nothing else can be done before it is set up. */
  isRequired: boolean
}

type TwoFactorEvent =
  | { type: 'change.requested'; request: TwoFactorRequest }
  /** The user wants to make a change that needs the password and a code. */
  | { type: 'proof.requested'; action: 'recovery-codes' | 'removal' }
  | { type: 'proof.submitted'; body: TwoFactorRequest['body'] }
  /** A super admin wants to remove that of somebody else. */
  | { type: 'removal.requested' }
  | { type: 'change.canceled' }
  /** The user has kept the recovery codes. */
  | { type: 'codes.kept' }
  | { type: 'retry.requested' }

interface Context extends TwoFactorInput {
  /** Null until it is read. */
  status: TwoFactorStatus | null
  /** The change that was requested last, or is being filled in. */
  request: TwoFactorRequest | null
  /** The key of the app while it is set up. */
  key: TwoFactorKey | null
  /** The recovery codes, which are shown once. */
  recoveryCodes: readonly string[]
  failure: Failure | null
}

interface Failed {
  error: unknown
}
interface Answered {
  output: TwoFactorAnswer
}

const setRequest = withEvent('setRequest')

export const twoFactorMachine = setup({
  types: {} as {
    input: TwoFactorInput
    context: Context
    events: TwoFactorEvent
    tags: 'busy'
  },
  actors: {
    /** Resolves with null where the API knows no second factor. */
    readTwoFactor: promiseEffect<TwoFactorStatus | null, { account: Iri }>(),
    changeTwoFactor: promiseEffect<TwoFactorAnswer, { account: Iri; request: TwoFactorRequest }>(),
    /** Asks for a session in place of the one that has ended. Waits until somebody has answered. */
    renewSession: promiseEffect<RenewalOutcome, { isBackground: boolean }>(),
  },
  actions: {
    setStatus: assign((_, { output }: { output: TwoFactorStatus | null }) => ({ status: output })),
    setRequest: assign((_, { request }: { request: TwoFactorRequest }) => ({
      request,
      failure: null,
    })),
    setAction: assign((_, { action }: { action: TwoFactorRequest['action'] }) => ({
      request: { action, body: {} },
      failure: null,
    })),
    setBody: assign(({ context }, { body }: { body: TwoFactorRequest['body'] }) => ({
      request: { ...context.request!, body },
      failure: null,
    })),
    setKey: assign((_, { output }: Answered) => ({ key: output.key })),
    setCodes: assign((_, { output }: Answered) => ({ recoveryCodes: output.recoveryCodes })),
    setFailure: assign((_, { error }: Failed) => ({ failure: Failure.from(error) })),
    clearFailure: assign({ failure: null }),
    /** Forgets the secrets, which are shown only once. */
    clearSecrets: assign({ key: null, recoveryCodes: [], request: null, failure: null }),
    /** Goes to the page that nothing keeps the user from any more. */
    openSite: actionEffect(),
  },
  guards: {
    ...renewalGuards,
    isOffered: (_, { output }: { output: TwoFactorStatus | null }) => output !== null,
    isRead: ({ context }) => context.status !== null,
    isOn: ({ context }) => context.status!.isOn,
    isRequired: ({ context }) => context.isRequired,
    hasKey: (_, { output }: Answered) => output.key !== null,
    hasCodes: (_, { output }: Answered) => output.recoveryCodes.length > 0,
    isSettingUp: ({ context }) => context.key !== null,
    needsProof: ({ context: { request } }) => provedAction(request) !== null,
  },
}).createMachine({
  id: 'twoFactor',
  meta: {
    guards: {
      ...renewalGuardDescriptions,
      isOffered: 'The API has a second factor.',
      isRead: 'What the server knows of the second factor was read before.',
      isOn: 'The account has a second factor.',
      isRequired: 'The site demands a second factor of this account.',
      hasKey: 'The server has sent a key for an app.',
      hasCodes: 'The server has sent recovery codes.',
      isSettingUp: 'A key was sent, and its first code is awaited.',
      needsProof: 'The change needs the password and a code.',
    },
  },
  context: ({ input }) => ({
    ...input,
    status: null,
    request: null,
    key: null,
    recoveryCodes: [],
    failure: null,
  }),
  initial: 'reading',
  states: {
    reading: {
      description: 'Asks the server whether the second factor is on.',
      tags: 'busy',
      invoke: {
        id: 'readTwoFactor',
        src: 'readTwoFactor',
        input: ({ context: { account } }) => ({ account }),
        onDone: [
          { guard: withEvent('isOffered'), target: 'shown', actions: withEvent('setStatus') },
          { target: 'unavailable' },
        ],
        onError: renewOr('failed'),
      },
    },
    failed: {
      description: 'The server could not be reached, and the user can try again.',
      on: { 'retry.requested': { target: 'reading', actions: 'clearFailure' } },
    },
    /** The API knows no second factor. */
    unavailable: { description: 'The API has no second factor.' },
    shown: {
      description: 'Decides by what was read which screen comes next.',
      always: [{ guard: 'isOn', target: 'on' }, { target: 'off' }],
    },
    off: {
      description: 'The account has no second factor, and one can be set up.',
      on: { 'change.requested': { target: 'changing', actions: setRequest } },
    },
    on: {
      description: 'The account has a second factor; new codes or its removal can be asked for.',
      on: {
        'proof.requested': { target: 'proving', actions: withEvent('setAction') },
        'removal.requested': { target: 'confirmingRemoval', actions: 'clearFailure' },
      },
    },
    /** The key is shown until a code of the app confirms it. */
    scanning: {
      description: 'The user adds the key to an app, and enters the first code.',
      on: {
        'change.requested': { target: 'changing', actions: setRequest },
        'change.canceled': { target: 'off', actions: 'clearSecrets' },
      },
    },
    proving: {
      description: 'The user enters the password and a code, to show that the account is theirs.',
      on: {
        'proof.submitted': { target: 'changing', actions: withEvent('setBody') },
        'change.canceled': { target: 'on', actions: 'clearSecrets' },
      },
    },
    confirmingRemoval: {
      description: 'The user is asked whether the second factor is to be turned off.',
      on: {
        'change.requested': { target: 'changing', actions: setRequest },
        'change.canceled': 'on',
      },
    },
    changing: {
      description: 'The change is on its way to the server.',
      tags: 'busy',
      invoke: {
        id: 'changeTwoFactor',
        src: 'changeTwoFactor',
        input: ({ context: { account, request } }) => ({ account, request: request! }),
        onDone: [
          { guard: withEvent('hasKey'), target: 'scanning', actions: withEvent('setKey') },
          {
            guard: withEvent('hasCodes'),
            target: 'listingCodes',
            actions: withEvent('setCodes'),
          },
          { target: 'reading', actions: 'clearSecrets' },
        ],
        onError: renewOr('refused'),
      },
    },
    /** The form that was sent is shown again with the reason. */
    refused: {
      description: 'The change was refused; decides to which step that leads back.',
      always: [
        { guard: 'isSettingUp', target: 'scanning' },
        { guard: 'needsProof', target: 'proving' },
        { guard: 'isRead', target: 'shown' },
        { target: 'failed' },
      ],
    },
    listingCodes: {
      description: 'The recovery codes are shown, which is the only time.',
      on: {
        'codes.kept': [
          { guard: 'isRequired', target: 'finished', actions: 'openSite' },
          { target: 'reading', actions: 'clearSecrets' },
        ],
      },
    },
    finished: {
      description: 'The factor that this site demands is set up, and the site is being opened.',
    },
    /** The session has ended. */
    renewing: {
      description: 'The session has ended, and the user is asked to sign in again.',
      tags: 'busy',
      invoke: renewSession('renewed', 'refused'),
    },
    renewed: {
      description: 'The session is there again; decides what is to be sent again.',
      always: [{ guard: 'isRead', target: 'changing' }, { target: 'reading' }],
    },
  },
})

export type TwoFactorRef = ActorRefFrom<typeof twoFactorMachine>
type Snapshot = SnapshotFrom<typeof twoFactorMachine>
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const isFailed = (snapshot: Snapshot) => snapshot.matches('failed')
export const isUnavailable = (snapshot: Snapshot) => snapshot.matches('unavailable')
export const isConfirmingRemoval = (snapshot: Snapshot) => snapshot.matches('confirmingRemoval')
export const isFinished = (snapshot: Snapshot) => snapshot.matches('finished')
export const selectStatus = (snapshot: Snapshot) => snapshot.context.status
export const selectKey = (snapshot: Snapshot) => snapshot.context.key
export const selectRecoveryCodes = (snapshot: Snapshot) => snapshot.context.recoveryCodes
/** Returns the change that needs the password and a code, while these are entered or checked; null for none. */
export const selectProvedAction = ({ context: { request } }: Snapshot) => provedAction(request)
/** Returns why the last request failed; null while another one runs. */
export const selectFailure = (snapshot: Snapshot) =>
  snapshot.hasTag('busy') ? null : snapshot.context.failure
