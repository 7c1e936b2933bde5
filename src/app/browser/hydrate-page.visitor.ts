/** Lets Preact take over the elements that React has rendered on the server, where it does otherwise than React. */
import { type VNode, options } from 'preact'
import type { ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'

type PropsOfElement = Record<string, unknown>

/** The ids that `useId` of Preact counts, also with something after them. */
const countedId = /^P\d+-\d+/

/** The attributes that have ids as their values. */
const idAttribute = /^(id|for|aria-.+)$/

/**
 * Gives an element the ids that Preact has counted in place of those of the server: it leaves attributes as they are, and what
 * is rendered later would refer to ids that no element has.
 */
const setCountedIds = (vnode: VNode) => {
  const ids = Object.entries(vnode.props as PropsOfElement)
    .map(([name, value]) => [name === 'htmlFor' ? 'for' : name, value] as const)
    .filter(([name, value]) => idAttribute.test(name) && countedId.test(String(value)))
  if (ids.length === 0) return
  const { ref } = vnode
  vnode.ref = (element: Element | null) => {
    for (const [name, id] of ids) element?.setAttribute(name, String(id))
    if (typeof ref === 'function') return ref(element)
    if (ref) ref.current = element
  }
}

/**
 * Leaves a long text as it is in the page, where something may have been typed already. Preact does so with all other fields; the
 * next render compares the text with what is there.
 */
const keepText = (vnode: VNode) => {
  const { value, ...others } = vnode.props as PropsOfElement
  Object.assign(vnode, { props: { ...others, defaultValue: value ?? '' } })
}

/** Hydrates the page. */
export const hydratePage = (root: HTMLElement, page: ReactNode) => {
  const { vnode: prepare } = options
  options.vnode = (vnode) => {
    prepare?.(vnode)
    if (typeof vnode.type !== 'string') return
    setCountedIds(vnode)
    if (vnode.type === 'textarea') keepText(vnode)
  }
  hydrateRoot(root, page)
  Object.assign(options, { vnode: prepare })
}
