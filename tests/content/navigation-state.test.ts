import { expect, test } from 'vitest'
import { Failure } from '#content/model/failure.ts'
import { forceParameter, locationOf } from '#content/navigation/location.ts'
import type { InitialPage, NavigationRequest } from '#content/navigation/navigation-request.ts'
import {
  afterCommit,
  committedLocation,
  startNavigation,
} from '#content/navigation/navigation-state.ts'

const about = locationOf('/about')
const initial: InitialPage = { location: about, page: null, failure: null, user: null }

const visitWith = (request: NavigationRequest) =>
  afterCommit({ ...startNavigation(initial), request })

test('the app starts with the location that was rendered, without the marker that has forced it', () => {
  const location = locationOf(`/about?${forceParameter}=true`)
  expect(startNavigation({ ...initial, location })).toMatchObject({
    location,
    visit: 'entered',
    request: { to: about, replace: true },
  })
})

test('a commit says how the location was reached from the one before it', () => {
  const home = locationOf('/')
  const found = locationOf('/about?q=troupe')
  expect(visitWith({ to: home, source: 'link' })).toEqual({ location: home, visit: 'entered' })
  expect(visitWith({ to: home, source: 'history', delta: -1 }).visit).toBe('revisited')
  expect(visitWith({ to: found, source: 'code', replace: true }).visit).toBe('replaced')
  expect(visitWith({ to: home, source: 'code', replace: true }).visit).toBe('entered')
})

test('a committed location says whether the cache may be reused, and why it was refused', () => {
  const state = startNavigation(initial)
  const failure = new Failure('forbidden')
  const request = { ...state.request, bypassCache: true }
  expect(committedLocation(state, null)).toEqual({
    location: about,
    visit: 'entered',
    bypassCache: false,
    failure: null,
  })
  expect(committedLocation({ ...state, request }, failure)).toMatchObject({
    bypassCache: true,
    failure,
  })
})
