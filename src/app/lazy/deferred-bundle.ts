/** Entry of the deferred chunk: the deferred actors and their components. */
import { DeferredNotices } from '../shell/DeferredNotices.tsx'

export { deferred } from '../effects/deferred-effects.ts'

export const views = { Notices: DeferredNotices }
