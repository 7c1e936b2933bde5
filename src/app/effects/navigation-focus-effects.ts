/** Provides the scrolling and the focus after a navigation. Part of the deferred bundle. */
import { navigationFocusMachine } from '#machines/page/navigation-focus.ts'
import { servicesOf } from '../services/services.ts'

export const navigationFocus = navigationFocusMachine.provide({
  actions: {
    scrollToStart: ({ system }) => servicesOf(system).history.scrollToStart(),
    scrollToSaved: ({ system }) => servicesOf(system).history.scrollToSaved(),
    focusHeading: () => {
      const heading =
        document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
      heading?.setAttribute('tabindex', '-1')
      heading?.focus({ preventScroll: true })
    },
  },
})
