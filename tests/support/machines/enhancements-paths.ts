import { enhancementsMachine } from '#machines/app/enhancements.ts'
import { pathsOf } from '#charts/paths/paths.ts'

const error = new Error('not here')

/** The paths of the enhancements. */
export const enhancementsPaths = pathsOf(enhancementsMachine, {
  input: undefined,
  events: [
    { type: 'session.started' },
    { type: 'session.ended' },
    { type: 'xstate.done.actor.loadFetchChain' },
    { type: 'xstate.error.actor.loadFetchChain', error },
    { type: 'xstate.done.actor.loadAuthorization' },
    { type: 'xstate.error.actor.loadAuthorization', error },
    { type: 'xstate.done.actor.loadViews' },
    { type: 'xstate.error.actor.loadViews', error },
    { type: 'xstate.done.actor.waitForIdle' },
    { type: 'xstate.error.actor.waitForIdle', error },
    { type: 'xstate.done.actor.enableOfflinePages' },
    { type: 'xstate.error.actor.enableOfflinePages', error },
  ],
})
