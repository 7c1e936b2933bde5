import type { ReactNode } from 'react'

/** Where the skip link leads, and the one place of a page's own content. Layouts put what they are given into it. */
export const Main = ({ className, children }: { className?: string; children: ReactNode }) => (
  <main id="main" tabIndex={-1} className={className}>
    {children}
  </main>
)
