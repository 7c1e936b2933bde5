/**
 * The actors that are loaded after the page, in the order in which they start. Each gets the context of `deferred` as its
 * input. A machine that is added here is started.
 */
import { liveUpdatesMachine } from '../live/live-updates.ts'
import { navigationFocusMachine } from '../page/navigation-focus.ts'
import { enhancementsMachine } from './enhancements.ts'

export const deferredActors = {
  navigationFocus: navigationFocusMachine,
  liveUpdates: liveUpdatesMachine,
  enhancements: enhancementsMachine,
}
