/** The inputs and events by which small machines of the admin area are walked, alone and through their screens. */
import { pendingMailOf } from '#content/account/account-mails.ts'
import type { AccountSession } from '#content/account/account-sessions.ts'
import type { SiteHealth } from '#content/admin/site-health.ts'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import type { TestMailResult } from '#content/settings/test-mail.ts'
import { siteHealth as sampleHealth } from '../content/site-health.ts'

/** The answers to the question for a session in place of the one that has ended. */
const renewals = [
  { type: 'xstate.done.actor.renewSession', output: 'renewed' },
  { type: 'xstate.done.actor.renewSession', output: 'declined' },
  { type: 'xstate.error.actor.renewSession', error: new Failure('unexpected') },
] as const

const offline = new Failure('offline')
const signedOut = failureFromStatus(401)

/** Tells failures from none. */
const hasFailed = ({ failure }: { failure: Failure | null }) => failure !== null

export const otherSession: AccountSession = {
  iri: '/users/1/sessions/2',
  browser: 'Firefox on Linux',
  signedInAt: '2026-11-02T10:00:00+00:00',
  usedAt: '2026-11-03T10:00:00+00:00',
  isCurrent: false,
}
export const currentSession: AccountSession = {
  ...otherSession,
  iri: '/users/1/sessions/1',
  browser: 'Chrome on Windows',
  isCurrent: true,
}

export const accountSessions = {
  input: { account: '/users/1' },
  events: [
    { type: 'end.requested', iri: otherSession.iri },
    { type: 'retry.requested' },
    { type: 'xstate.done.actor.readSessions', output: [currentSession, otherSession] },
    { type: 'xstate.done.actor.readSessions', output: null },
    { type: 'xstate.error.actor.readSessions', error: offline },
    { type: 'xstate.error.actor.readSessions', error: signedOut },
    { type: 'xstate.done.actor.endSessions' },
    { type: 'xstate.error.actor.endSessions', error: offline },
    { type: 'xstate.error.actor.endSessions', error: failureFromStatus(404) },
    { type: 'xstate.error.actor.endSessions', error: signedOut },
    ...renewals,
  ],
  distinguishBy: (context: {
    sessions: readonly AccountSession[] | null
    ended: string | null
    failure: Failure | null
  }) => [context.sessions !== null, context.ended, hasFailed(context)],
} as const

export const invitation = pendingMailOf({
  '@id': '/users/1',
  '@type': 'User',
  _metadata: { persisted: true },
  username: 'ada',
  invitedAt: '2026-11-02T10:00:00+00:00',
})!

export const accountMail = {
  input: undefined,
  events: [
    { type: 'mail.requested', request: invitation.request },
    { type: 'xstate.done.actor.sendMail' },
    { type: 'xstate.error.actor.sendMail', error: offline },
    { type: 'xstate.error.actor.sendMail', error: signedOut },
    ...renewals,
  ],
  distinguishBy: (context: { request: object | null; failure: Failure | null }) => [
    context.request !== null,
    hasFailed(context),
  ],
} as const

export const acceptedMail: TestMailResult = {
  to: 'ada@people.test',
  isSent: true,
  answer: '250 2.0.0 Ok',
}

export const testMail = {
  input: undefined,
  events: [
    { type: 'mail.requested' },
    { type: 'xstate.done.actor.sendTestMail', output: acceptedMail },
    { type: 'xstate.error.actor.sendTestMail', error: offline },
    { type: 'xstate.error.actor.sendTestMail', error: signedOut },
    ...renewals,
  ],
  distinguishBy: (context: { result: TestMailResult | null; failure: Failure | null }) => [
    context.result !== null,
    hasFailed(context),
  ],
} as const

export const siteHealth = {
  input: undefined,
  events: [
    { type: 'refresh.requested' },
    { type: 'xstate.done.actor.readHealth', output: sampleHealth() },
    { type: 'xstate.error.actor.readHealth', error: offline },
    { type: 'xstate.error.actor.readHealth', error: signedOut },
    ...renewals,
  ],
  distinguishBy: (context: { health: SiteHealth | null; failure: Failure | null }) => [
    context.health !== null,
    hasFailed(context),
  ],
} as const

export const designPreview = {
  input: { page: '/_/pages/1', layout: '/_/layouts/1' },
  events: [
    { type: 'xstate.done.actor.readPreview', output: [] },
    { type: 'xstate.error.actor.readPreview', error: offline },
  ],
} as const
