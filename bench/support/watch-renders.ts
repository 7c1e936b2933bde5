/** Scripts that run in a page and record which components of the content React renders. */
declare global {
  var renderedComponents: Set<string>
  var contentIriOf: (fiber: Fiber) => string | null
}

interface Fiber {
  tag: number
  flags: number
  child: Fiber | null
  sibling: Fiber | null
  return: Fiber | null
  alternate: Fiber | null
  stateNode: unknown
}

/**
 * Defines the function that returns the IRI of the content component around a fiber. Runs in the page, so it refers to
 * nothing outside itself.
 */
export const defineContentIriOf = () => {
  const elementIn = (fiber: Fiber | null): Element | null => {
    for (let each = fiber; each; each = each.sibling) {
      const element = each.stateNode instanceof Element ? each.stateNode : elementIn(each.child)
      if (element) return element
    }
    return null
  }
  const elementAround = (fiber: Fiber | null): Element | null =>
    fiber && (fiber.stateNode instanceof Element ? fiber.stateNode : elementAround(fiber.return))
  globalThis.contentIriOf = (fiber) => {
    const element = elementIn(fiber.child) ?? elementAround(fiber)
    return element?.closest('[data-iri^="/component/"]')?.getAttribute('data-iri') ?? null
  }
}

/**
 * Records the content component around everything that React renders. Runs in the page before React, so it refers to
 * nothing outside itself but `contentIriOf`, which is there when React renders.
 */
export const watchRenders = () => {
  const performedWork = 1
  const functionComponents = new Set([0, 11, 14, 15])
  const rendered = new Set<string>()

  const note = (fiber: Fiber) => {
    const iri = contentIriOf(fiber)
    if (iri) rendered.add(iri)
  }
  const visit = (fiber: Fiber) => {
    const isNew = fiber.alternate === null
    if (functionComponents.has(fiber.tag) && (isNew || fiber.flags & performedWork)) note(fiber)
    // The same children as before: React went no further.
    if (!isNew && fiber.child === fiber.alternate?.child) return
    for (let child = fiber.child; child; child = child.sibling) visit(child)
  }

  Object.assign(globalThis, {
    renderedComponents: rendered,
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      renderers: new Map(),
      checkDCE: () => undefined,
      inject: () => 1,
      onCommitFiberRoot: (_: number, root: { current: Fiber }) => visit(root.current),
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
    },
  })
}
