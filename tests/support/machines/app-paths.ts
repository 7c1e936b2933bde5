/** Generates the paths of the root machine, from one sample of each event that its children emit. */
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import { locationOf } from '#content/page/location.ts'
import { type AppInput, type EditorActors, appMachine } from '#machines/app/app.ts'
import { component, pagePayload } from '../content/page-payload.ts'
import { admin } from '../content/sample-resources.ts'
import { pathsOf } from './paths.ts'

const title = component('Title', 'hello', { title: 'Hello' })
const intent = { kind: 'publish' as const, iri: title['@id'] }
const saved = { resource: title }
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
export const appPaths = (editor: EditorActors) =>
  pathsOf(appMachine, {
    input,
    events: [
      { type: 'session.resumed', user: admin },
      { type: 'session.started', user: admin },
      { type: 'session.started', user: { ...admin, roles: ['ROLE_USER'] } },
      { type: 'session.ended' },
      { type: 'signOut.failed', failure: offline },
      { type: 'page.requested', location: locationOf('/about'), token: 1, bypassCache: false },
      { type: 'page.unloaded' },
      { type: 'page.loaded', token: 0, page: payload.page! },
      { type: 'page.redirected', token: 0, to: '/about' },
      { type: 'page.failed', token: 0, failure: offline },
      { type: 'page.failed', token: 0, failure: failureFromStatus(401) },
      { type: 'requests.busy' },
      { type: 'browser.idle' },
      { type: 'hub.discovered', url: 'https://example.org/hub' },
      { type: 'server.reachable' },
      { type: 'home.requested' },
      { type: 'location.committed', location: locationOf('/about') },
      { type: 'xstate.error.actor.deferred', error: offline },
      { type: 'xstate.done.actor.loadEditor', output: editor },
      { type: 'xstate.error.actor.loadEditor', error: offline },
      { type: 'edit.entered' },
      { type: 'edit.exited' },
      { type: 'add.started' },
      { type: 'add.ended' },
      { type: 'add.discarded' },
      { type: 'signOut.requested' },
      { type: 'undo.requested' },
      { type: 'redo.requested' },
      { type: 'iri.replaced', from: title['@id'], to: '/component/titles/2' },
      { type: 'resource.removed', iri: title['@id'] },
      { type: 'change.saved', id: '1', intent, saved },
      { type: 'change.undone', intent, saved },
      { type: 'change.redone', intent, saved },
      { type: 'change.failed', id: '1', intent, failure: offline },
      { type: 'undo.failed', failure: offline },
    ],
  })
