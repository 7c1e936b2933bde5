import { Component, type ReactNode, Suspense, createContext, use } from 'react'
import type { Resource } from '#content/model/resource.ts'
import { EditingContext } from '../registry/editing-context.ts'
import styles from '../views.module.css'

/** Renders a component of the page, and a message in its place when rendering it has failed. */
export function ComponentErrorBoundary({ resource, children }: ErrorBoundaryProps) {
  const withSuspense = use(WithSuspenseContext)
  const boundary = <ErrorBoundary resource={resource}>{children}</ErrorBoundary>
  return withSuspense ? <Suspense>{boundary}</Suspense> : boundary
}

/**
 * True when each error boundary also contains a Suspense boundary. The server's renderer has no error boundaries, so a
 * page whose rendering failed is rendered a second time with Suspense boundaries, and hydrated with them.
 */
export const WithSuspenseContext = createContext(false)

interface ErrorBoundaryProps {
  /** The resource rendered inside; when it changes, rendering is tried again. */
  resource: Resource
  children: ReactNode
}

interface ErrorBoundaryState {
  resource: Resource
  hasError: boolean
}

// React supports error boundaries only as class components.
class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  static getDerivedStateFromError = () => ({ hasError: true })

  static getDerivedStateFromProps = (
    { resource }: ErrorBoundaryProps,
    previous: ErrorBoundaryState,
  ) => (resource === previous.resource ? null : { resource, hasError: false })

  override state = { resource: this.props.resource, hasError: false }

  override render() {
    return this.state.hasError ? <RenderError /> : this.props.children
  }
}

/** Shows a message to editors, who can delete the component, and nothing to visitors. */
export const RenderError = () =>
  use(EditingContext) && <p className={styles.renderError}>This component cannot be shown.</p>
