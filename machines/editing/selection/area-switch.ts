/** Asks whether the selection may move between the page and its layout. Its output is the new selection, or null. */
import { assign, setup } from 'xstate'
import type { Iri } from '#content/model/iri.ts'
import type { Selection } from '#content/page/selection/selection.ts'
import type { ConfirmOptions } from '../../app/dialogs.ts'
import { promiseEffect } from '../../declare-effects.ts'
import { listenTo, listener } from '../../actor-listener.ts'
import { withEvent } from '../../with-event.ts'
import { replaceInStack } from './selection-context.ts'

type AreaSwitchEvent = { type: 'iri.replaced'; from: Iri; to: Iri }

const switchConfirmation: ConfirmOptions = {
  title: 'Are you sure?',
  body: 'Are you sure you want to switch and edit the layout or page?',
}

export const areaSwitchMachine = setup({
  types: {} as {
    input: Selection
    context: { candidate: Selection; confirmed: Selection | null }
    events: AreaSwitchEvent
    output: Selection | null
  },
  actors: { confirm: promiseEffect<boolean, ConfirmOptions>(), listener },
  actions: {
    replaceIri: assign(({ context: { candidate } }, pair: { from: Iri; to: Iri }) => ({
      candidate: { ...candidate, stack: replaceInStack(candidate.stack, pair) },
    })),
    setConfirmed: assign({ confirmed: ({ context }) => context.candidate }),
  },
  guards: { isConfirmed: (_, { output }: { output: boolean }) => output },
}).createMachine({
  id: 'areaSwitch',
  meta: {
    guards: {
      isConfirmed: 'The user wants to go on in the other area.',
    },
  },
  context: ({ input: { stack, area } }) => ({ candidate: { stack, area }, confirmed: null }),
  output: ({ context }) => context.confirmed,
  invoke: listenTo<AreaSwitchEvent>({ changeQueue: ['iri.replaced'] }),
  initial: 'confirming',
  on: { 'iri.replaced': { actions: withEvent('replaceIri') } },
  states: {
    confirming: {
      description: 'The user is asked whether to go on in the other area.',
      invoke: {
        id: 'confirm',
        src: 'confirm',
        input: switchConfirmation,
        onDone: [
          {
            guard: withEvent('isConfirmed'),
            target: 'done',
            actions: 'setConfirmed',
          },
          { target: 'done' },
        ],
        onError: 'done',
      },
    },
    done: { description: 'The user has answered.', type: 'final' },
  },
})
