import { Component, type ReactNode, Suspense, createContext, use } from 'react'
import type { Resource } from '#content/model/resource.ts'
import { EditingContext } from '../registry/editing-context.ts'
import styles from '../views.module.css'

interface ErrorBoundaryProps {
  /** What is drawn inside; when it changes it is given another try. */
  resource: Resource
  children: ReactNode
}

/**
 * Whether every fence is also a place where the server's renderer may give up. It knows no error boundaries, so a page
 * that could not be rendered at once is rendered again with these, and hydrated with them.
 */
export const WithSuspenseContext = createContext(false)

/** Keeps what goes wrong in one component from taking the page with it. */
export function ComponentErrorBoundary({ resource, children }: ErrorBoundaryProps) {
  const withSuspense = use(WithSuspenseContext)
  const boundary = <ErrorBoundary resource={resource}>{children}</ErrorBoundary>
  return withSuspense ? <Suspense>{boundary}</Suspense> : boundary
}

interface ErrorBoundaryState {
  resource: Resource
  broken: boolean
}

// React has error boundaries as classes only.
class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  static getDerivedStateFromError = () => ({ broken: true })

  static getDerivedStateFromProps = (
    { resource }: ErrorBoundaryProps,
    before: ErrorBoundaryState,
  ) => (resource === before.resource ? null : { resource, broken: false })

  override state = { resource: this.props.resource, broken: false }

  override render() {
    const { resource, children } = this.props
    return this.state.broken ? <RenderError name={resource['@type']} /> : children
  }
}

/** Editors are told, and can delete it; visitors are spared. */
const RenderError = ({ name }: { name: string }) =>
  use(EditingContext) && <p className={styles.renderError}>This “{name}” could not be shown.</p>
