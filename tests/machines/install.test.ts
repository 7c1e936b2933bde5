import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { type InstallFact, canInstall, installMachine } from '#machines/install.ts'
import { pathsOf, puppet, tableOf, uncrossed, unreachable, voice } from '../support/paths.ts'

const paths = pathsOf(installMachine, {
  input: undefined,
  events: [
    { type: 'install.offered' },
    { type: 'install.done' },
    { type: 'install.requested' },
    { type: 'install.refused' },
    { type: 'xstate.done.actor.askInstall' },
    { type: 'xstate.error.actor.askInstall', error: new Error('asked already') },
    { type: 'xstate.error.actor.watchInstall', error: new Error('no storage') },
  ],
})

test('does exactly this', () => {
  expect(tableOf(paths)).toMatchInlineSnapshot(`
    [
      "start → waiting",
      "waiting | install.offered → offered",
      "waiting | install.done → ended",
      "waiting | watchInstall failed → ended",
      "offered | install.done → ended",
      "offered | install.requested → asking",
      "offered | install.refused → refused (keepRefusal)",
      "offered | watchInstall failed → ended",
      "ended | watchInstall failed → ended",
      "asking | install.done → ended",
      "asking | askInstall done → waiting",
      "asking | askInstall failed → waiting",
      "asking | watchInstall failed → ended",
      "refused | install.done → ended",
      "refused | watchInstall failed → ended",
    ]
  `)
})

test('rests in every state and crosses every transition', () => {
  expect(unreachable(installMachine, paths)).toEqual([])
  expect(uncrossed(installMachine, paths)).toEqual([])
})

const run = () => {
  const browser = voice<InstallFact>()
  const asking = puppet<void, undefined>()
  let refusals = 0
  const logic = installMachine.provide({
    actors: { watchInstall: browser.logic, askInstall: asking.logic },
    actions: { keepRefusal: () => (refusals += 1) },
  })
  const ref = createActor(logic).start()
  const isOffered = () => canInstall(ref.getSnapshot())
  return { ref, browser, asking, isOffered, refusals: () => refusals }
}

test('offers what the browser offers, and asks its question once for each offer', async () => {
  const { ref, browser, asking, isOffered } = run()
  expect(isOffered()).toBe(false)
  browser.say({ type: 'install.offered' })
  expect(isOffered()).toBe(true)
  ref.send({ type: 'install.requested' })
  asking.settle({ type: 'xstate.done.actor.askInstall' })
  await Promise.resolve()
  expect([isOffered(), asking.heard.length]).toEqual([false, 1])
  browser.say({ type: 'install.offered' })
  expect(isOffered()).toBe(true)
})

test('is never offered again after a no', () => {
  const { ref, browser, isOffered, refusals } = run()
  browser.say({ type: 'install.offered' })
  ref.send({ type: 'install.refused' })
  browser.say({ type: 'install.offered' })
  expect([isOffered(), refusals()]).toEqual([false, 1])
})

test('is not offered where it has been installed meanwhile', () => {
  const { browser, isOffered } = run()
  browser.say({ type: 'install.offered' })
  browser.say({ type: 'install.done' })
  expect(isOffered()).toBe(false)
})
