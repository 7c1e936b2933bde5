/** What the first page does without. It is fetched before it is needed, but after the page. */
import { once } from './once.ts'

export const loadArrival = once(() => import('./Arrival.tsx'))
export const loadNotice = once(() => import('#src/views/UpdateNotice.tsx'))
export const loadSignIn = once(() => import('#src/views/SignInView.tsx'))

export const loadLater = () => Promise.allSettled([loadArrival(), loadNotice(), loadSignIn()])
