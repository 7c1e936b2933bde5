import { expect, test } from 'vitest'
import { Failure } from '#content/model/failure.ts'
import { pageRequestMachine } from '#machines/page/page-request.ts'
import { admin, resourcesAt } from '../../support/content/sample-resources.ts'
import { committed, startAt } from '../../support/machines/page-requests.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const { assembledPage: page } = resourcesAt('/about')
const failure = new Failure('notFound')

/** A page, the screens of guests and of administrators, a page that was rendered, one that failed, and a user. */
const starts = [
  startAt('/about'),
  startAt('/login'),
  startAt('/_cwa/pages'),
  { ...startAt('/about'), page },
  { ...startAt('/about'), failure },
  { ...startAt('/_cwa/pages'), user: admin },
]

const paths = starts.flatMap((input) =>
  pathsOf(pageRequestMachine, {
    input,
    events: [
      committed('/about'),
      committed('/other'),
      committed('/login'),
      committed('/_cwa/pages', failure),
      { type: 'session.started' },
      { type: 'session.ended' },
      { type: 'session.renewed' },
      ...[1, 2].flatMap((token) => [
        { type: 'page.loaded' as const, token, page },
        { type: 'page.loaded' as const, token, page: { ...page, isPartial: true } },
        { type: 'page.redirected' as const, token, to: '/about' },
        { type: 'page.failed' as const, token, failure },
      ]),
      { type: 'xstate.done.actor.followRedirect' },
      { type: 'xstate.error.actor.followRedirect', error: failure },
    ],
    // The token increases forever; only whether a response carries the current one matters.
    distinguishBy: ({ location }) => [location?.path],
  }),
)

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → fetching (emits page.requested)",
      "start → idle",
      "start → failed",
      "pageRequest | location.committed → fetching {location, token} (emits page.requested)",
      "pageRequest | location.committed [isScreen] → idle {location} (emits page.unloaded)",
      "pageRequest | location.committed [isRefused] → failed {location} (emits page.unloaded, emits page.failed)",
      "pageRequest | session.started [isOnPage] → fetching {token} (emits page.requested)",
      "pageRequest | session.ended [isOnPage] → fetching {token} (emits page.requested)",
      "idle | location.committed [isSamePage and not isRefused]",
      "partial | location.committed [isSamePage and not isRefused]",
      "partial | session.renewed [isOnPage] → fetching {token} (emits page.requested)",
      "fetching | location.committed [isSamePage and not isRefused]",
      "fetching | page.loaded [isCurrentToken] → idle",
      "fetching | page.loaded [isCurrentToken and isPartial] → partial",
      "fetching | page.redirected [isCurrentToken] → redirecting {redirect}",
      "fetching | page.failed [isCurrentToken] → failed",
      "redirecting | followRedirect done (emits redirect.followed)",
      "redirecting | followRedirect failed → failed",
      "failed | session.renewed [isOnPage] → fetching {token} (emits page.requested)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(pageRequestMachine, paths)).toEqual([])
  expect(untakenTransitions(pageRequestMachine, paths)).toEqual([])
})
