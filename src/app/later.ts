/** What the first page does without. It is fetched before it is needed, but after the page. */
import type { ComponentType } from 'react'
import type { Later } from '#machines/later.ts'
import type { LaterNoticesProps } from './LaterNotices.tsx'
import { once } from './once.ts'

export const loadArrival = once(() => import('./Arrival.tsx'))
export const loadAdmit = once(() => import('./admit.ts'))
export const loadOwnScreen = once(() => import('./OwnScreen.tsx'))

/** What the next step may need: another page, or signing in. */
export const loadNext = () =>
  Promise.allSettled([loadArrival(), loadAdmit(), loadOwnScreen(), import('./chain-effects.ts')])

let drawn: { Notices: ComponentType<LaterNoticesProps> } | null = null

export const loadLater = async (): Promise<Later> => {
  const { later, views } = await import('./later-piece.ts')
  drawn = views
  return later
}

/** Null until `loadLater` has settled. */
export const laterViews = () => drawn
