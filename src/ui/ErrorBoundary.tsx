import { Component, type ComponentType, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  /** When it changes, rendering is tried again. */
  resetKey?: unknown
  /** Rendered in place of the children once rendering them has failed. */
  Fallback: ComponentType<{ onRetry: () => void }>
  children: ReactNode
}

interface ErrorBoundaryState {
  resetKey: unknown
  hasError: boolean
}

/** Keeps an error in its children from everything around them. React supports error boundaries only as class components. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  static getDerivedStateFromError = () => ({ hasError: true })

  static getDerivedStateFromProps = (
    { resetKey }: ErrorBoundaryProps,
    previous: ErrorBoundaryState,
  ) => (resetKey === previous.resetKey ? null : { resetKey, hasError: false })

  override state = { resetKey: this.props.resetKey, hasError: false }

  override render() {
    const { Fallback, children } = this.props
    return this.state.hasError ? (
      <Fallback onRetry={() => this.setState({ hasError: false })} />
    ) : (
      children
    )
  }
}
