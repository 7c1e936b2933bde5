/** Entry of the deferred chunk: the deferred actors and their components. */
import { AccountMenu } from '#src/views/chrome/AccountMenu.tsx'
import type { DeferredViews } from './deferred-views.ts'
import { NavigationFocus } from '../shell/NavigationFocus.tsx'
import { DeferredNotices } from '../shell/DeferredNotices.tsx'

export { deferred } from '../effects/deferred-effects.ts'

export const views: DeferredViews = { NavigationFocus, Notices: DeferredNotices, AccountMenu }
