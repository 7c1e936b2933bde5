/** The events of the first screen of a new site. */
import { Failure, failureFromStatus } from '#content/model/failure.ts'

const answers = {
  siteName: 'The Harbour',
  username: 'ada',
  emailAddress: 'ada@people.test',
  content: 'demo' as const,
}
const password = { first: 'a long secret', second: 'a long secret' }
const taken = failureFromStatus(422, {
  violations: [{ propertyPath: 'username', message: 'This username is taken.' }],
})

export const siteSetupPaths = {
  input: { token: 'abc' },
  events: [
    { type: 'retry.requested' as const },
    { type: 'answer.changed' as const, name: 'username' },
    { type: 'setup.submitted' as const, answers: { ...answers, password } },
    {
      type: 'setup.submitted' as const,
      answers: { ...answers, password: { ...password, second: 'mistyped' } },
    },
    { type: 'xstate.done.actor.readSetup' as const, output: { username: 'admin' } },
    { type: 'xstate.error.actor.readSetup' as const, error: new Failure('offline') },
    { type: 'xstate.error.actor.readSetup' as const, error: failureFromStatus(404) },
    { type: 'xstate.done.actor.sendSetup' as const },
    { type: 'xstate.error.actor.sendSetup' as const, error: new Failure('offline') },
    { type: 'xstate.error.actor.sendSetup' as const, error: taken },
    { type: 'xstate.error.actor.sendSetup' as const, error: failureFromStatus(404) },
  ],
  distinguishBy: ({
    username,
    errors,
    failure,
  }: {
    username: string | null
    errors: object
    failure: Failure | null
  }) => [username !== null, Object.keys(errors).join(), failure !== null],
}
