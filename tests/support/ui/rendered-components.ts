/** Records which components of the content React renders. */

/** The part of React's own tree that is read here. */
interface Fiber {
  tag: number
  flags: number
  child: Fiber | null
  sibling: Fiber | null
  return: Fiber | null
  alternate: Fiber | null
  stateNode: unknown
}

/** The flag of a fiber whose function was called. */
const performedWork = 1
/** The tags of fibers with a function: plain ones, those with a ref, and those that are remembered. */
const functionComponents = new Set([0, 11, 14, 15])

const elementIn = (fiber: Fiber | null): Element | null => {
  for (let each = fiber; each; each = each.sibling) {
    const element = each.stateNode instanceof Element ? each.stateNode : elementIn(each.child)
    if (element) return element
  }
  return null
}

const elementAround = (fiber: Fiber | null): Element | null =>
  fiber && (fiber.stateNode instanceof Element ? fiber.stateNode : elementAround(fiber.return))

/** Returns the IRI of the content component around a fiber. */
const contentIriOf = (fiber: Fiber) => {
  const element = elementIn(fiber.child) ?? elementAround(fiber)
  return element?.closest('[data-iri^="/component/"]')?.getAttribute('data-iri') ?? null
}

const rendered = new Set<string>()

const visit = (fiber: Fiber) => {
  const isNew = fiber.alternate === null
  if (functionComponents.has(fiber.tag) && (isNew || fiber.flags & performedWork)) {
    const iri = contentIriOf(fiber)
    if (iri) rendered.add(iri)
  }
  // The same children as before: React went no further.
  if (!isNew && fiber.child === fiber.alternate?.child) return
  for (let child = fiber.child; child; child = child.sibling) visit(child)
}

let isWatching = false

/** Returns the IRIs of the components of the content of which anything was rendered during a function. */
export const renderedDuring = async (act: () => unknown) => {
  rendered.clear()
  isWatching = true
  try {
    await act()
  } finally {
    isWatching = false
  }
  return [...rendered]
}

/** Has React report what it renders. It looks for this hook, which is that of its developer tools, when it is loaded. */
export const watchReact = () =>
  Object.assign(globalThis, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      renderers: new Map(),
      checkDCE: () => undefined,
      inject: () => 1,
      onCommitFiberRoot: (_: number, root: { current: Fiber }) => isWatching && visit(root.current),
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
    },
  })
