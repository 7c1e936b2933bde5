/** Everything that actors say to the root, one sample each. */
import { Failure, failureOf } from '#content/failure.ts'
import { locationOf } from '#content/location.ts'
import { type AppInput, type Editor, appMachine } from '#machines/app.ts'
import { component, pageOf } from './page.ts'
import { admin } from './pages.ts'
import { pathsOf } from './paths.ts'

const title = component('Title', 'hello', { title: 'Hello' })
const intent = { kind: 'publish' as const, iri: title['@id'] }
const saved = { resource: title }
const offline = new Failure('offline')

export const payload = pageOf([title])

const input: AppInput = {
  location: locationOf('/'),
  page: payload.page,
  failure: null,
  user: null,
  possible: false,
  hub: null,
  lastEventId: null,
}

/** Every path of the root, with an editor that comes as given. */
export const appPaths = (editor: Editor) =>
  pathsOf(appMachine, {
    input,
    events: [
      { type: 'session.resumed', user: admin },
      { type: 'session.started', user: admin },
      { type: 'session.started', user: { ...admin, roles: ['ROLE_USER'] } },
      { type: 'session.ended' },
      { type: 'session.kept', failure: offline },
      { type: 'page.wanted', location: locationOf('/about'), token: 1, afresh: false },
      { type: 'page.left' },
      { type: 'page.settled', token: 0, page: payload.page! },
      { type: 'page.redirected', token: 0, to: '/about' },
      { type: 'page.failed', token: 0, failure: offline },
      { type: 'page.failed', token: 0, failure: failureOf(401) },
      { type: 'requests.busy' },
      { type: 'page.idle' },
      { type: 'hub.found', url: 'https://example.org/hub' },
      { type: 'site.reached' },
      { type: 'home.wanted' },
      { type: 'location.committed', location: locationOf('/about') },
      { type: 'xstate.error.actor.later', error: offline },
      { type: 'xstate.done.actor.loadEditor', output: editor },
      { type: 'xstate.error.actor.loadEditor', error: offline },
      { type: 'edit.entered' },
      { type: 'edit.left' },
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
      { type: 'change.kept', failure: offline },
    ],
  })
