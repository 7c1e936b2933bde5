/** Entry of the deferred chunk: the deferred actors and their components. */
import { AccountMenu } from '#src/views/chrome/AccountMenu.tsx'
import type { DeferredViews } from './deferred-views.ts'
import { Arrival } from '../shell/Arrival.tsx'
import { DeferredNotices } from '../shell/DeferredNotices.tsx'

export { deferred } from '../effects/deferred-effects.ts'

export const views: DeferredViews = { Arrival, Notices: DeferredNotices, AccountMenu }
