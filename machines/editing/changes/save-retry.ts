/** The events that tell an actor to save again after a failure, and their transitions, which several machines share. */
import type { Failure } from '#content/model/failure.ts'
import { listenTo } from '../../actor-listener.ts'

export type SaveRetryEvent =
  | { type: 'retry.requested' }
  /** Nothing is to wait any more: what was edited has lost focus, or the page is about to change. */
  | { type: 'flush.requested' }
  /** The server can be reached again. */
  | { type: 'connection.opened' }
  | { type: 'network.restored' }
  /** The same account is signed in again. */
  | { type: 'session.renewed' }

/** Invokes the listener of a machine whose events include these. */
export const retryListener = listenTo<SaveRetryEvent>({
  hubConnection: ['connection.opened'],
  network: ['network.restored'],
  sessionRenewal: ['session.renewed'],
})

/** True when a retry may succeed. A conflict stays one until the user decides, as does what was never sent. */
export const isRetryable = ({ context: { failure } }: { context: { failure: Failure | null } }) =>
  failure?.kind === 'offline' || failure?.kind === 'unexpected' || failure?.status === 401

const retry = { guard: 'isRetryable', target: 'saving' } as const

/** The transitions by which a failed save is made again. */
export const retryTransitions = {
  'retry.requested': 'saving',
  'flush.requested': retry,
  'connection.opened': retry,
  'network.restored': retry,
  'session.renewed': retry,
} as const satisfies Record<SaveRetryEvent['type'], unknown>
