/** Opens and closes the form for the link of a selected text, and checks its address. */
import { type ActorRefFrom, type SnapshotFrom, assign, emit, setup } from 'xstate'
import { completeAddress, linkError } from '#content/links/address-input.ts'
import type { EmittedBy } from '../../emitted-events.ts'
import { withEvent } from '../../with-event.ts'

declare module '../../emitted-events.ts' {
  interface EmittedEvents {
    /** The form is closed. `address` is that of the new link, empty to remove the link, or null to leave it as it is. */
    linkForm: { type: 'form.closed'; address: string | null }
  }
}

interface Context {
  address: string
  /** True for a link that is there; false for words without one. */
  isLink: boolean
}

type LinkFormEvent =
  /** The user wants to edit the link of the selected text; its address is empty where there is none. */
  | { type: 'link.requested'; address: string }
  | { type: 'address.changed'; address: string }
  | { type: 'address.submitted' }
  | { type: 'form.canceled' }

/** Returns the message for an address that no link may have, or null. */
const errorOf = ({ address }: Pick<Context, 'address'>) => {
  const complete = completeAddress(address)
  return complete ? linkError(complete) : null
}

export const linkFormMachine = setup({
  types: {} as { context: Context; events: LinkFormEvent; emitted: EmittedBy<'linkForm'> },
  actions: {
    setLink: assign((_, { address }: { address: string }) => ({ address, isLink: address !== '' })),
    setAddress: assign((_, { address }: { address: string }) => ({ address })),
    emitSubmitted: emit(({ context: { address } }) => ({
      type: 'form.closed',
      address: completeAddress(address),
    })),
    emitCanceled: emit({ type: 'form.closed', address: null }),
  },
  guards: { isValid: ({ context }) => errorOf(context) === null },
}).createMachine({
  id: 'linkForm',
  meta: {
    guards: {
      isValid: 'The address can be used as a link.',
    },
  },
  context: { address: '', isLink: false },
  initial: 'closed',
  states: {
    closed: {
      description: 'The form is not shown.',
      on: {
        'link.requested': { target: 'open', actions: withEvent('setLink') },
      },
    },
    open: {
      description: 'The form asks for the address of the link.',
      initial: 'editing',
      on: {
        'address.changed': { actions: withEvent('setAddress') },
        'address.submitted': [
          { guard: 'isValid', target: 'closed', actions: 'emitSubmitted' },
          { target: '.refused' },
        ],
        'form.canceled': { target: 'closed', actions: 'emitCanceled' },
      },
      states: {
        editing: { description: 'No address was refused.' },
        /** An invalid address was submitted. From then on, the error of the current one is shown. */
        refused: {
          description: 'An address was refused, and the mistake of the current one is shown.',
        },
      },
    },
  },
})

export type LinkFormRef = ActorRefFrom<typeof linkFormMachine>
type Snapshot = SnapshotFrom<typeof linkFormMachine>
export const isOpen = (snapshot: Snapshot) => snapshot.matches('open')
export const selectAddress = (snapshot: Snapshot) => snapshot.context.address
/** True while submitting would remove the link. */
export const isRemoval = ({ context: { address, isLink } }: Snapshot) =>
  isLink && address.trim() === ''
/** Returns the message for an invalid address, or null before one was submitted. */
export const selectError = (snapshot: Snapshot) =>
  snapshot.matches({ open: 'refused' }) ? errorOf(snapshot.context) : null
