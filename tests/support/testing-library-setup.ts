/** Runs before every file of component tests: code that is loaded on demand takes seconds on a busy machine. */
import { configure } from '@testing-library/react'
import { afterEach, beforeEach, expect } from 'vitest'
import { watchDisabledReasons } from './ui/disabled-reasons.ts'

configure({ asyncUtilTimeout: 15_000 })

/** Every control that is disabled at any time of any test says why. */
let stopWatching: () => string[]
beforeEach(() => {
  stopWatching = watchDisabledReasons()
})
afterEach(() => {
  expect(stopWatching(), 'Each of these controls is disabled without a reason').toEqual([])
})
