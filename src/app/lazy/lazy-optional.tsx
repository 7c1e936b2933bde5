import { type ComponentType, type ReactNode, Suspense, lazy } from 'react'

/**
 * Returns a component that loads its code when first rendered. It renders nothing while loading, and its children only
 * when the code could not be loaded.
 */
export const lazyOptional = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> => {
  const renderChildren = () => ({
    default: ({ children }: { children?: ReactNode }) => children,
  })
  // The type that `lazy` returns does not carry the props.
  const Loaded = lazy(() => load().catch(renderChildren)) as unknown as ComponentType<Props>
  return (props) => (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  )
}
