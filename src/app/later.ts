/** What the first page does without. It is fetched before it is needed, but after the page. */
import type { ComponentType } from 'react'
import type { Later } from '#machines/later.ts'
import type { LaterNoticesProps } from './LaterNotices.tsx'
import { registry } from '#site/index.ts'
import { allViews } from '#src/views/arriving.ts'
import { once } from './once.ts'

export const loadArrival = once(() => import('./Arrival.tsx'))
export const loadAdmit = once(() => import('./admit.ts'))
export const loadOwnScreen = once(() => import('./OwnScreen.tsx'))

const whenIdle = globalThis.requestIdleCallback ?? setTimeout
/** Settles when the browser has nothing to do: on a slow phone all that comes later would be felt, if it came at once. */
export const idle = () => new Promise<unknown>((resolve) => whenIdle(resolve))

/** What the next step may need: another page, or signing in. */
export const loadNext = async () => {
  await Promise.allSettled([import('./chain-effects.ts')])
  await idle()
  await Promise.allSettled([loadArrival(), loadAdmit()])
  await idle()
  await Promise.allSettled([allViews(registry), loadOwnScreen()])
}

let drawn: { Notices: ComponentType<LaterNoticesProps> } | null = null

export const loadLater = async (): Promise<Later> => {
  const { later, views } = await import('./later-piece.ts')
  drawn = views
  await idle()
  return later
}

/** Null until `loadLater` has settled. */
export const laterViews = () => drawn
