import { type ComponentType, Suspense, lazy } from 'react'

/** A component whose code is fetched when it is first shown; until then, and where it cannot be had, there is nothing. */
export const lazyOptional = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> => {
  const renderNothing = () => ({ default: () => null })
  // React's own type of a lazy component leaves open which properties it takes.
  const Loaded = lazy(() => load().catch(renderNothing)) as unknown as ComponentType<Props>
  return (props) => (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  )
}
