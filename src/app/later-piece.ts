/** The one piece that holds what comes after the page: its actors, and what is drawn of them. */
import { LaterNotices } from './LaterNotices.tsx'

export { later } from './later-effects.ts'

export const views = { Notices: LaterNotices }
