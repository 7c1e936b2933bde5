/** Takes over the elements that the server has rendered. In the visitors' build it is hydrate-page.visitor.ts. */
import { type ReactNode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** Hydrates the page, with pauses in which the browser can handle input. */
export const hydratePage = (root: HTMLElement, page: ReactNode) =>
  startTransition(() => {
    hydrateRoot(root, page)
  })
