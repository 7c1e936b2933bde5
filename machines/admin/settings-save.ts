/**
 * Saves settings, each by a request of its own. Where the session has ended, it is renewed, and what was refused is sent
 * again.
 */
import { and, assign, emit, setup } from 'xstate'
import type { RenewalOutcome } from '#content/model/session.ts'
import type { SaveAnswer } from '#content/settings/setting-outcomes.ts'
import type { SettingChange, SettingKey } from '#content/settings/settings-draft.ts'
import { callbackEffect, promiseEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { withEvent } from '../with-event.ts'

/** The answer to the request of one key. */
interface SettingAnswered {
  type: 'setting.answered'
  key: SettingKey
  answer: SaveAnswer
}

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    settingsSave: SettingAnswered
  }
}

export type SettingsSaveEvent = SettingAnswered

interface Context {
  changes: readonly SettingChange[]
  answers: Readonly<Partial<Record<SettingKey, SaveAnswer>>>
}

const settingsSave = setup({
  types: {} as {
    input: { changes: readonly SettingChange[] }
    context: Context
    events: SettingsSaveEvent
    emitted: EmittedBy<'settingsSave'>
  },
  actors: {
    /** Sends each change, and answers each. The requests go on when the screen is left. */
    saveSettings: callbackEffect<SettingsSaveEvent, { changes: readonly SettingChange[] }>(),
    /** Asks for a session in place of the one that has ended. Waits until somebody has answered. */
    renewSession: promiseEffect<RenewalOutcome, { isBackground: boolean }>(),
  },
  actions: {
    setAnswer: assign(({ context }, { key, answer }: SettingAnswered) => ({
      answers: { ...context.answers, [key]: answer },
    })),
    emitAnswered: emit((_, { key, answer }: SettingAnswered) => ({
      type: 'setting.answered',
      key,
      answer,
    })),
    keepRefused: assign(({ context: { changes, answers } }) => ({
      changes: changes.filter(({ key }) => answers[key]?.status === 'failed'),
      answers: {},
    })),
  },
  guards: {
    isAnswered: ({ context: { changes, answers } }) =>
      changes.every(({ key }) => answers[key] !== undefined),
    hasSessionEnded: ({ context }) =>
      Object.values(context.answers).some(
        (answer) => answer.status === 'failed' && answer.failure.status === 401,
      ),
    isRenewed: (_, { output }: { output: RenewalOutcome }) => output === 'renewed',
  },
})

const sending = settingsSave.createStateConfig({
  invoke: {
    id: 'saveSettings',
    src: 'saveSettings',
    input: ({ context: { changes } }) => ({ changes }),
    onError: 'done',
  },
  on: { 'setting.answered': { actions: [withEvent('setAnswer'), withEvent('emitAnswered')] } },
})
const ended = { guard: 'isAnswered', target: 'done' } as const

export const settingsSaveMachine = settingsSave.createMachine({
  id: 'settingsSave',
  meta: {
    guards: {
      isAnswered: 'The server has answered about each setting.',
      hasSessionEnded: 'The server has refused a setting because the session had ended.',
      isRenewed: 'The session is there again.',
    },
  },
  context: ({ input }) => ({ ...input, answers: {} }),
  initial: 'sending',
  states: {
    sending: {
      description: 'The settings are on their way to the server.',
      ...sending,
      always: [{ guard: and(['isAnswered', 'hasSessionEnded']), target: 'renewing' }, ended],
    },
    renewing: {
      description: 'The session has ended, and the user is asked to sign in again.',
      invoke: {
        id: 'renewSession',
        src: 'renewSession',
        input: { isBackground: false },
        onDone: [
          { guard: withEvent('isRenewed'), target: 'resending', actions: 'keepRefused' },
          { target: 'done' },
        ],
        onError: 'done',
      },
    },
    /** If it is refused again, signing in does not help. */
    resending: {
      description: 'What was refused is on its way once more.',
      ...sending,
      always: ended,
    },
    done: { description: 'All settings are answered, or could not be sent.', type: 'final' },
  },
})
