import { Component, type ReactNode, Suspense, createContext, use } from 'react'
import type { Resource } from '#content/resource.ts'
import { EditingContext } from './editing.ts'
import styles from './views.module.css'

interface FenceProps {
  /** What is drawn inside; when it changes it is given another try. */
  resource: Resource
  children: ReactNode
}

/**
 * Whether every fence is also a place where the server's renderer may give up. It knows no error boundaries, so a page
 * that could not be rendered at once is rendered again with these, and hydrated with them.
 */
export const GuardedContext = createContext(false)

/** Keeps what goes wrong in one component from taking the page with it. */
export function Fence({ resource, children }: FenceProps) {
  const guarded = use(GuardedContext)
  const boundary = <Boundary resource={resource}>{children}</Boundary>
  return guarded ? <Suspense>{boundary}</Suspense> : boundary
}

interface BoundaryState {
  resource: Resource
  broken: boolean
}

// React has error boundaries as classes only.
class Boundary extends Component<FenceProps, BoundaryState> {
  static getDerivedStateFromError = () => ({ broken: true })

  static getDerivedStateFromProps = ({ resource }: FenceProps, before: BoundaryState) =>
    resource === before.resource ? null : { resource, broken: false }

  override state = { resource: this.props.resource, broken: false }

  override render() {
    const { resource, children } = this.props
    return this.state.broken ? <Broken name={resource['@type']} /> : children
  }
}

/** Editors are told, and can delete it; visitors are spared. */
const Broken = ({ name }: { name: string }) =>
  use(EditingContext) && <p className={styles.broken}>This “{name}” could not be shown.</p>
