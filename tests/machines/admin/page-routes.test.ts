import { expect, test } from 'vitest'
import type { PageRoutes } from '#content/admin/page-routes.ts'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import { pageRoutesMachine } from '#machines/admin/page-routes.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const owner = '/_/pages/1'
const route = {
  iri: '/_/routes//about',
  path: '/about',
  redirects: [],
  etag: '"1"',
  childCount: 2,
} as const
const routes: PageRoutes = { owner, title: 'About us', route, isUndoable: true }
const deletion = { iri: '/_/bulk_changes/1', label: '1 route deleted' }
const taken = failureFromStatus(422, {
  violations: [{ propertyPath: 'path', message: '/team is taken by “Team”.' }],
})

const paths = pathsOf(pageRoutesMachine, {
  input: { owner },
  events: [
    { type: 'retry.requested' },
    { type: 'edit.requested' },
    { type: 'redirect.requested' },
    { type: 'generation.requested' },
    { type: 'path.changed', path: '/team' },
    { type: 'path.changed', path: '' },
    { type: 'cascade.changed', isCascading: true },
    { type: 'save.requested' },
    { type: 'edit.canceled' },
    { type: 'deletion.requested', iri: route.iri },
    { type: 'deletion.confirmed' },
    { type: 'deletion.canceled' },
    { type: 'xstate.done.actor.readRoutes', output: routes },
    { type: 'xstate.error.actor.readRoutes', error: new Failure('offline') },
    { type: 'xstate.error.actor.readRoutes', error: failureFromStatus(401) },
    { type: 'xstate.done.actor.routeChanges', output: null },
    { type: 'xstate.done.actor.savePath' },
    { type: 'xstate.error.actor.savePath', error: taken },
    { type: 'xstate.error.actor.savePath', error: new Failure('conflict') },
    { type: 'xstate.error.actor.savePath', error: failureFromStatus(401) },
    { type: 'xstate.done.actor.generateRoute' },
    { type: 'xstate.error.actor.generateRoute', error: new Failure('offline') },
    { type: 'xstate.error.actor.generateRoute', error: failureFromStatus(401) },
    { type: 'xstate.done.actor.deleteRoute', output: deletion },
    { type: 'xstate.error.actor.deleteRoute', error: new Failure('offline') },
    { type: 'xstate.error.actor.deleteRoute', error: failureFromStatus(401) },
    { type: 'xstate.done.actor.renewSession', output: 'renewed' },
    { type: 'xstate.done.actor.renewSession', output: 'declined' },
    { type: 'xstate.error.actor.renewSession', error: new Failure('unexpected') },
  ],
  distinguishBy: ({ routes: read, edited, path, isCascading, deleted, task, failure, problem }) => [
    read !== null,
    edited,
    path,
    isCascading,
    deleted,
    task,
    failure !== null,
    problem !== null,
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → reading",
      "reading | readRoutes done → ready {failure, routes}",
      "reading | readRoutes failed → failed {failure, problem}",
      "reading | readRoutes failed [canRenew] → renewing {failure, problem}",
      "failed | retry.requested → reading {failure}",
      "ready | edit.requested → editing {edited, failure, isCascading, path, problem}",
      "ready | redirect.requested → editing {edited, failure, isCascading, path, problem}",
      "ready | generation.requested → generating {failure, task}",
      "ready | deletion.requested → confirming {deleted, failure}",
      "ready | routeChanges done → reading {deleted, task}",
      "editing | path.changed {path, problem}",
      "editing | cascade.changed {isCascading}",
      "editing | save.requested → saving {failure, task}",
      "editing | edit.canceled → ready {failure}",
      "editing | routeChanges done → rereading",
      "editing | save.requested [hasProblem] {problem}",
      "saving | savePath done → reading {deleted, task}",
      "saving | savePath failed → editing {failure, problem}",
      "saving | savePath failed [isOutdated] → rereading {failure, problem}",
      "saving | savePath failed [canRenew] → renewing {failure, problem}",
      "rereading | readRoutes done → editing",
      "rereading | readRoutes failed → editing {failure, problem}",
      "generating | generateRoute done → reading {deleted, task}",
      "generating | generateRoute failed → ready {failure, problem}",
      "generating | generateRoute failed [canRenew] → renewing {failure, problem}",
      "confirming | deletion.confirmed → deleting {task}",
      "confirming | deletion.canceled → ready {deleted}",
      "deleting | deleteRoute done → reading {deleted, task, undoable}",
      "deleting | deleteRoute failed → ready {failure, problem}",
      "deleting | deleteRoute failed [canRenew] → renewing {failure, problem}",
      "renewing | renewSession done [isRenewed] → reading",
      "renewing | renewSession done → failed",
      "renewing | renewSession failed → failed",
      "renewing | renewSession done [isRenewed, isGenerating] → generating",
      "renewing | renewSession done [isRead] → ready",
      "renewing | renewSession failed [isRead] → ready",
      "renewing | renewSession done [isRenewed, isSaving] → saving",
      "renewing | renewSession done [isSaving] → editing",
      "renewing | renewSession failed [isSaving] → editing",
      "renewing | renewSession done [isRenewed, isDeleting] → deleting",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(pageRoutesMachine, paths)).toEqual([])
  expect(untakenTransitions(pageRoutesMachine, paths)).toEqual([])
})

test('shows a reason that concerns the path at its field, until another one is entered', () => {
  const refused = paths.find(
    ({ events, next }) => events.at(-1)?.['error'] === taken && next.matches('editing'),
  )!
  expect(refused.next.context).toMatchObject({
    failure: null,
    problem: '/team is taken by “Team”.',
    path: '/about',
  })
})
