/** Provides the effects of the arrival at a page. Part of the deferred bundle. */
import { arrivalMachine } from '#machines/page/arrival.ts'
import { servicesOf } from '../services/services.ts'

export const arrival = arrivalMachine.provide({
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
