/**
 * Provides the effects of renewing the session, and what other effects need of it. Never loaded with the first page.
 */
import { type SnapshotFrom, fromPromise, waitFor } from 'xstate'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import { signedOutFailure, signedOutMessage } from '#content/model/sign-in-messages.ts'
import type { RenewalOutcome } from '#content/model/session.ts'
import { type AuthRef, selectUser } from '#machines/session/auth.ts'
import type { ScreenRenewalRef } from '#machines/session/screen-renewal.ts'
import type { SessionRenewalRef } from '#machines/session/session-renewal.ts'
import type { ActorSystem } from '../services/services.ts'
import { type PagePayload, isReadForOther, partialPayload } from '#content/page/fetching/payload.ts'
import type { ChangeQueueRef } from '#machines/editing/changes/change-queue.ts'

/** Returns the actor that renews the session; undefined where the editor is not loaded. Its code is in the editor. */
const sessionRenewalOf = (system: ActorSystem): SessionRenewalRef | undefined =>
  system.get('sessionRenewal')

/**
 * Returns the actor that renews the session for whoever waits for it: another one while no page is edited, which the screens of
 * an account have without the editor, too.
 */
const renewalFor = (system: ActorSystem): SessionRenewalRef | ScreenRenewalRef | undefined => {
  const sessionRenewalRef = sessionRenewalOf(system)
  return sessionRenewalRef && !sessionRenewalRef.getSnapshot().matches('viewing')
    ? sessionRenewalRef
    : system.get('screenRenewal')
}

/** Returns the account that edits, or whose screen is shown. The editor and that screen are there only while there is one. */
export const editingAccount = (system: ActorSystem) => {
  const authRef: AuthRef = system.get('auth')
  return selectUser(authRef.getSnapshot())!
}

interface RenewalRequest {
  isBackground: boolean
  signal: AbortSignal
}

/** Asks for a session in place of the one that has ended, and resolves with the answer. */
const requestRenewal = (system: ActorSystem, { isBackground, signal }: RenewalRequest) =>
  new Promise<RenewalOutcome>((resolve) => {
    const renewalRef = renewalFor(system)
    if (!renewalRef) return resolve('unavailable')
    const subscriptions = [
      renewalRef.on('session.renewed', () => settle('renewed')),
      renewalRef.on('renewal.declined', () => settle('declined')),
    ]
    const unsubscribe = () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
    const settle = (outcome: RenewalOutcome) => {
      unsubscribe()
      resolve(outcome)
    }
    signal.addEventListener('abort', unsubscribe)
    renewalRef.send({ type: 'renewal.requested', isBackground })
  })

export const renewSession = fromPromise<RenewalOutcome, { isBackground: boolean }>(
  ({ system, input, signal }) => requestRenewal(system, { ...input, signal }),
)

/** Sends a request, and once more after a session has taken the place of the one that had ended. */
export const withRenewal = async <Result>(
  system: ActorSystem,
  signal: AbortSignal,
  send: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await send()
  } catch (error) {
    if (Failure.from(error).status !== 401) throw error
    const outcome = await requestRenewal(system, { isBackground: false, signal })
    if (outcome !== 'renewed') throw error
    return send()
  }
}

/**
 * Reads a page. One that is refused with 401 while somebody edits fails with 403 in its place, because `auth` takes a 401
 * for the end of the session, and with it of all that is unsaved. It is requested again once the session is renewed.
 */
export const readWhileEditing = async <Result>(
  system: ActorSystem,
  read: Promise<Result>,
  isRefused: (result: Result) => boolean = () => false,
): Promise<Result> => {
  const sessionRenewalRef = sessionRenewalOf(system)
  if (!sessionRenewalRef || sessionRenewalRef.getSnapshot().matches('viewing')) return read
  const refuse = () => {
    sessionRenewalRef.send({ type: 'renewal.requested', isBackground: false })
    return failureFromStatus(403, { message: signedOutMessage('leave') })
  }
  const result = await read.catch((error: unknown) => {
    throw Failure.from(error).status === 401 ? refuse() : error
  })
  if (isRefused(result)) throw refuse()
  return result
}

/**
 * Returns the payload, marked where it was read without the session of the user. Somebody who edits is asked for the
 * password, before anything is typed into a page without its drafts.
 */
export const markPartialIfReadForOther = (
  system: ActorSystem,
  payload: PagePayload,
): PagePayload => {
  const authRef: AuthRef = system.get('auth')
  if (!isReadForOther(payload, selectUser(authRef.getSnapshot()))) return payload
  const sessionRenewalRef = sessionRenewalOf(system)
  if (sessionRenewalRef && !sessionRenewalRef.getSnapshot().matches('viewing'))
    sessionRenewalRef.send({ type: 'renewal.requested', isBackground: false })
  return partialPayload(payload)
}

/**
 * Resolves once nothing is being saved, so that what is read next contains it; at once while saving waits for a session.
 */
export const changesSettled = async (system: ActorSystem, signal: AbortSignal) => {
  const changeQueueRef: ChangeQueueRef | undefined = system.get('changeQueue')
  if (!changeQueueRef) return
  const isSettled = (snapshot: SnapshotFrom<ChangeQueueRef>) =>
    snapshot.matches('idle') || Boolean(sessionRenewalOf(system)?.getSnapshot().hasTag('ended'))
  await waitFor(changeQueueRef, isSettled, { signal })
}

/**
 * Sends a request, unless the session is known to have ended: as a visitor, it would be refused or answered without
 * drafts, or it would be sent in the name of somebody else who has signed in meanwhile.
 */
export const withSession = async <Result>(
  system: ActorSystem,
  send: () => Promise<Result>,
): Promise<Result> => {
  if (sessionRenewalOf(system)?.getSnapshot().hasTag('ended')) throw signedOutFailure()
  return send()
}
