import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { failureOf } from '#content/failure.ts'
import { type Later, laterMachine } from '#machines/later.ts'
import { siteAt } from '../support/pages.ts'
import { pathsOf, puppet, quiet, tableOf, uncrossed, unreachable } from '../support/paths.ts'

const later = { live: quiet, comfort: quiet } as Later
const { shown: page } = siteAt('/')
const input = { hub: null, lastEventId: '41', page }

const paths = pathsOf(laterMachine, {
  input,
  events: [
    { type: 'page.idle' },
    { type: 'hub.found', url: 'https://example.org/hub' },
    { type: 'page.settled', page },
    { type: 'page.left' },
    { type: 'requests.busy' },
    { type: 'requests.idle' },
    { type: 'network.returned' },
    { type: 'site.reached' },
    { type: 'session.changed' },
    { type: 'change.saved', saved: { resource: null } },
    { type: 'resource.removed', iri: '/component/titles/gone' },
    { type: 'xstate.done.actor.loadLater', output: later },
    { type: 'xstate.error.actor.loadLater', error: failureOf(503) },
  ],
})

test('does exactly this', () => {
  expect(tableOf(paths)).toMatchInlineSnapshot(`
    [
      "start → waiting",
      "waiting | page.idle → loading",
      "waiting | hub.found → waiting",
      "waiting | page.settled → waiting",
      "waiting | page.left → waiting",
      "waiting | requests.busy → waiting",
      "waiting | requests.idle → waiting",
      "loading | hub.found → loading",
      "loading | page.settled → loading",
      "loading | page.left → loading",
      "loading | requests.busy → loading",
      "loading | requests.idle → loading",
      "loading | loadLater done → present",
      "loading | loadLater failed → retrying",
      "present | hub.found → present (tells live hub.found)",
      "present | page.settled → present (tells live page.settled)",
      "present | page.left → present (tells live page.left)",
      "present | requests.busy → present (tells live requests.busy)",
      "present | requests.idle → present (tells live requests.idle)",
      "present | network.returned → present (tells live network.returned)",
      "present | site.reached → present (says site.reached)",
      "present | session.changed → present (tells live session.changed)",
      "present | change.saved → present (tells live change.saved)",
      "present | resource.removed → present (tells live resource.removed)",
      "retrying | hub.found → retrying",
      "retrying | page.settled → retrying",
      "retrying | page.left → retrying",
      "retrying | requests.busy → retrying",
      "retrying | requests.idle → retrying",
      "retrying | retryDelay over → loading",
    ]
  `)
})

test('rests in every state and crosses every transition', () => {
  expect(unreachable(laterMachine, paths)).toEqual([])
  expect(uncrossed(laterMachine, paths)).toEqual([])
})

test('asks for nothing before the page is idle', () => {
  const loading = puppet<Later, undefined>()
  const ref = createActor(laterMachine.provide({ actors: { loadLater: loading.logic } }), {
    input,
  }).start()
  expect(loading.heard).toEqual([])
  ref.send({ type: 'page.idle' })
  expect(loading.heard).toHaveLength(1)
})
