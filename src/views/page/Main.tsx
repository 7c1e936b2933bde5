import type { ReactNode } from 'react'

/** Renders the main landmark, which is the target of the skip link. Layouts render their children into it. */
export const Main = ({ className, children }: { className?: string; children: ReactNode }) => (
  <main id="main" tabIndex={-1} className={className}>
    {children}
  </main>
)
