/** Generates the paths of the root machine, from one sample of each event that its children emit. */
import { Failure } from '#content/model/failure.ts'
import { locationOf } from '#content/navigation/location.ts'
import { type AppInput, type EditorBundle, appMachine } from '#machines/app/app.ts'
import { component, pagePayload } from '../content/page-payload.ts'
import { admin } from '../content/sample-resources.ts'
import { pathsOf } from '#charts/paths/paths.ts'

const title = component('Title', 'hello', { title: 'Hello' })
const offline = new Failure('offline')

export const payload = pagePayload([title])

const input: AppInput = {
  location: locationOf('/'),
  page: payload.page,
  failure: null,
  user: null,
  hasSessionHint: false,
  hub: null,
  lastEventId: null,
}

/** Returns the paths of the root machine, with the given editor. */
export const appPaths = (editor: EditorBundle) =>
  pathsOf(appMachine, {
    input,
    events: [
      { type: 'session.resumed', user: admin },
      { type: 'session.started', user: admin },
      { type: 'session.started', user: { ...admin, roles: ['ROLE_USER'] } },
      { type: 'session.ended' },
      { type: 'xstate.error.actor.deferred', error: offline },
      { type: 'xstate.done.actor.loadEditor', output: editor },
      { type: 'xstate.error.actor.loadEditor', error: offline },
    ],
  })
