import { type ReactNode, Suspense, createContext, use } from 'react'
import type { Resource } from '#content/model/resource.ts'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { EditingContext } from '../registry/editing-context.ts'
import styles from '../views.module.css'

interface ComponentErrorBoundaryProps {
  /** The resource rendered inside; when it changes, rendering is tried again. */
  resource: Resource
  children: ReactNode
}

/** Renders a component of the page, and a message in its place when rendering it has failed. */
export function ComponentErrorBoundary({ resource, children }: ComponentErrorBoundaryProps) {
  const withSuspense = use(WithSuspenseContext)
  const boundary = (
    <ErrorBoundary resetKey={resource} Fallback={RenderError}>
      {children}
    </ErrorBoundary>
  )
  return withSuspense ? <Suspense>{boundary}</Suspense> : boundary
}

/**
 * True when each error boundary also contains a Suspense boundary. The server's renderer has no error boundaries, so a
 * page whose rendering failed is rendered a second time with Suspense boundaries, and hydrated with them.
 */
export const WithSuspenseContext = createContext(false)

/** Shows a message to editors, who can delete the component, and nothing to visitors. */
export const RenderError = () =>
  use(EditingContext) && <p className={styles.renderError}>This component cannot be shown.</p>
