import { type ComponentType, type ReactNode, Suspense, createElement, lazy, use } from 'react'
import { memoizeAsync } from './memoize-async.ts'

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

/**
 * Returns a component that renders at once when `preload` has resolved. Otherwise it renders `Fallback` while its code is
 * loading, and when that cannot be loaded.
 */
export const lazyPreloadable = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType<Props>,
) => {
  let view: Promise<ComponentType<Props>> | undefined
  const preload = memoizeAsync(async () => {
    const Loaded = await load()
    // React reads the value of a promise that has these properties without waiting for it.
    view = Object.assign(Promise.resolve(Loaded), { status: 'fulfilled', value: Loaded })
    return Loaded
  })
  const LoadedOrFallback = (props: Props) =>
    createElement(use((view ??= preload().catch(() => Fallback))), props)
  const View = (props: Props) => (
    <Suspense fallback={<Fallback {...props} />}>
      <LoadedOrFallback {...props} />
    </Suspense>
  )
  return { preload, View }
}
