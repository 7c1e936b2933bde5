/** The one piece that holds what comes after the page: its actors, and what is drawn of them. */
import { DeferredNotices } from '../shell/DeferredNotices.tsx'

export { later } from '../effects/deferred-effects.ts'

export const views = { Notices: DeferredNotices }
