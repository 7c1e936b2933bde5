/** Provides the effects of page transitions. Part of the deferred bundle; the animation code is loaded separately. */
import { fromCallback, fromPromise } from 'xstate'
import { type ReducedMotionEvent, pageTransitionMachine } from '#machines/page/page-transition.ts'
import { loadMotion } from '../../ui/motion/load-motion.ts'

export const pageTransition = pageTransitionMachine.provide({
  actors: {
    watchReducedMotion: fromCallback<ReducedMotionEvent, undefined>(({ sendBack }) => {
      const query = matchMedia('(prefers-reduced-motion: reduce)')
      const report = () =>
        sendBack({ type: query.matches ? 'reducedMotion.enabled' : 'reducedMotion.disabled' })
      query.addEventListener('change', report)
      report()
      return () => query.removeEventListener('change', report)
    }),
    loadAnimation: fromPromise<void, undefined>(async () => {
      await loadMotion()
    }),
    fadeIn: fromPromise<void, undefined>(async ({ signal }) => {
      const { animate } = await loadMotion()
      const mainEl = document.getElementById('main')
      if (!mainEl || signal.aborted) return
      const animation = animate(
        mainEl,
        { opacity: [0.4, 1], transform: ['translateY(6px)', 'none'] },
        { duration: 0.2, ease: 'easeOut' },
      )
      const showAsIs = () => {
        animation.cancel()
        mainEl.removeAttribute('style')
      }
      signal.addEventListener('abort', showAsIs)
      await animation
      showAsIs()
    }),
  },
})
