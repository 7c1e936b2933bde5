import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import {
  type BrowserInstallEvent,
  type Offer,
  canInstall,
  installPromptMachine,
} from '#machines/app/install-prompt.ts'
import { controlledPromise, controlledCallback } from '#charts/paths/controlled-effects.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

/** The browser's own prompt. */
const prompt = () => Promise.resolve()

const paths = pathsOf(installPromptMachine, {
  input: undefined,
  events: [
    { type: 'install.offered', prompt },
    { type: 'install.completed' },
    { type: 'install.requested' },
    { type: 'install.dismissed' },
    { type: 'xstate.done.actor.showInstallPrompt' },
    { type: 'xstate.error.actor.showInstallPrompt', error: new Error('asked already') },
    { type: 'xstate.error.actor.watchInstallPrompt', error: new Error('no storage') },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → waiting",
      "installPrompt | install.completed → unavailable",
      "installPrompt | watchInstallPrompt failed → unavailable",
      "waiting | install.offered → offered {offer}",
      "offered | install.requested → prompting",
      "offered | install.dismissed → dismissed (saveDismissal)",
      "prompting | showInstallPrompt done → waiting",
      "prompting | showInstallPrompt failed → waiting",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(installPromptMachine, paths)).toEqual([])
  expect(untakenTransitions(installPromptMachine, paths)).toEqual([])
})

const run = () => {
  const browser = controlledCallback<BrowserInstallEvent>()
  const prompting = controlledPromise<void, Offer>()
  let dismissals = 0
  const logic = installPromptMachine.provide({
    actors: { watchInstallPrompt: browser.logic, showInstallPrompt: prompting.logic },
    actions: { saveDismissal: () => (dismissals += 1) },
  })
  const ref = createActor(logic).start()
  const isOffered = () => canInstall(ref.getSnapshot())
  return { ref, browser, prompting, isOffered, dismissals: () => dismissals }
}

test('shows the prompt once for each offer of the browser', async () => {
  const { ref, browser, prompting, isOffered } = run()
  expect(isOffered()).toBe(false)
  browser.send({ type: 'install.offered', prompt })
  expect(isOffered()).toBe(true)
  ref.send({ type: 'install.requested' })
  prompting.settle({ type: 'xstate.done.actor.showInstallPrompt' })
  await Promise.resolve()
  expect([isOffered(), prompting.calls.map(({ input }) => input)]).toEqual([false, [{ prompt }]])
  browser.send({ type: 'install.offered', prompt })
  expect(isOffered()).toBe(true)
})

test('is never offered again after it was dismissed', () => {
  const { ref, browser, isOffered, dismissals } = run()
  browser.send({ type: 'install.offered', prompt })
  ref.send({ type: 'install.dismissed' })
  browser.send({ type: 'install.offered', prompt })
  expect([isOffered(), dismissals()]).toEqual([false, 1])
})

test('is not offered once the app is installed', () => {
  const { browser, isOffered } = run()
  browser.send({ type: 'install.offered', prompt })
  browser.send({ type: 'install.completed' })
  expect(isOffered()).toBe(false)
})
