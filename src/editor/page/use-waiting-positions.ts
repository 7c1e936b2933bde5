import { useSelector } from '@xstate/react'
import {
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { liveAndDraft } from '#content/model/component-versions.ts'
import type { Iri } from '#content/model/iri.ts'
import type { ReadResource } from '#content/model/resource.ts'
import { closestTo } from '#content/page/closest-to.ts'
import { type SelectionRef, selectStack } from '#machines/editing/selection/selection.ts'
import { useResourceCache } from '#src/resources/use-resource.ts'
import { maxComponentsAtOnce } from '../dom/after-paint.ts'
import { findResourceElement } from '../dom/hit-test.ts'
import { indicesWithin } from '../dom/reorder-offsets.ts'
import { watchRest } from '../dom/watch-rest.ts'

type Position = Iri<'COMPONENT_POSITION'>

/** The number of components that become editable in one idle period, few enough for a slow processor. */
const batch = 32

/**
 * Returns the positions of a group whose components are not editable yet. When edit mode begins, those near the window
 * become editable at once, and those with a draft, because it looks different. The others follow while the browser is
 * idle and nobody types or moves the pointer, the closest to the window first, and each of them as soon as it is selected.
 */
export function useWaitingPositions(
  group: Iri<'COMPONENT_GROUP'>,
  order: readonly Position[],
  selectionRef: SelectionRef,
): ReadonlySet<Iri> {
  const [waiting, setWaiting] = useState<ReadonlySet<Iri>>(
    () => new Set(order.length > maxComponentsAtOnce ? order : []),
  )
  const selected = useSelector(selectionRef, (snapshot) =>
    selectStack(snapshot).find((iri) => waiting.has(iri)),
  )
  const release = (released: readonly Iri[]) => {
    const gone = new Set(released)
    setWaiting((before) => new Set([...before].filter((iri) => !gone.has(iri))))
  }
  if (selected !== undefined) release([selected])
  useReleases({ group, order, waiting, release })
  return waiting
}

interface Releases {
  group: Iri<'COMPONENT_GROUP'>
  order: readonly Position[]
  waiting: ReadonlySet<Iri>
  release: (released: readonly Iri[]) => void
}

/** Releases the first positions before edit mode is painted, and the others while the editor rests. */
function useReleases({ group, order, waiting, release }: Releases) {
  const { read } = useResourceCache()
  const releaseFirst = useEffectEvent(() => {
    const near = new Set<Iri>(positionsWithin(group, innerHeight))
    release(order.filter((position) => near.has(position) || hasDraft(position, read)))
  })
  const releaseNext = useEffectEvent((among: ReadonlySet<Iri>) => {
    const center = order.indexOf(positionsWithin(group, 0)[0]!)
    startTransition(() => release(closestTo(center, order, among, batch)))
  })
  const [wasWaiting] = useState(waiting.size > 0)
  useLayoutEffect(() => {
    if (wasWaiting) releaseFirst()
  }, [wasWaiting])
  const isWaiting = waiting.size > 0
  const onceAtRest = useRef<ReturnType<typeof watchRest>>(null)
  useLayoutEffect(() => {
    if (!isWaiting) return undefined
    const controller = new AbortController()
    onceAtRest.current = watchRest(controller.signal)
    return () => controller.abort()
  }, [isWaiting])
  useEffect(
    () => (waiting.size > 0 ? onceAtRest.current!(() => releaseNext(waiting)) : undefined),
    [waiting],
  )
}

const hasDraft = (position: Position, read: ReadResource) => {
  const component = read(position)?.component
  return component !== undefined && liveAndDraft(component, read).draft !== null
}

/** Returns the positions of a group that are in the window or less than a distance away. */
function positionsWithin(group: Iri<'COMPONENT_GROUP'>, distance: number) {
  const boxes = [...(findResourceElement(group)?.children ?? [])].flatMap(
    ({ firstElementChild }) => firstElementChild ?? [],
  )
  const area = { top: -distance, bottom: innerHeight + distance }
  const { start, end } = indicesWithin(boxes, (box) => box.getBoundingClientRect(), area)
  return boxes
    .slice(start, end)
    .map(({ parentElement }) => parentElement!.dataset['iri'] as Position)
}
