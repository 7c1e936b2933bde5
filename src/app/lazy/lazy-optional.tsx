import { type ComponentType, Suspense, lazy } from 'react'

/** Returns a component that loads its code when first rendered, and renders nothing while loading or after an error. */
export const lazyOptional = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> => {
  const renderNothing = () => ({ default: () => null })
  // The type that `lazy` returns does not carry the props.
  const Loaded = lazy(() => load().catch(renderNothing)) as unknown as ComponentType<Props>
  return (props) => (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  )
}
