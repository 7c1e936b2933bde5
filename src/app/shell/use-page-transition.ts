import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import { isAdminPath } from '#content/page/areas.ts'
import { selectLocation } from '#machines/page/navigation.ts'
import { useAppActor } from './app-context.tsx'
import { memoizeAsync } from '../lazy/memoize-async.ts'
import { usePageKey } from './use-page-key.ts'

const loadMotion = memoizeAsync(() => import('framer-motion/dom/mini'))

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Fades in each new page of content. The page is readable at once; with reduced motion nothing moves. */
export function usePageTransition() {
  const pageKey = usePageKey()
  const { path } = useSelector(useAppActor('navigation'), selectLocation)
  const previous = useRef({ pageKey, path })

  useEffect(() => {
    // Loads the animation code ahead of the next navigation; without it pages appear unanimated.
    if (!prefersReducedMotion()) void loadMotion().catch(() => {})
  }, [])

  useEffect(() => {
    const last = previous.current
    previous.current = { pageKey, path }
    if (pageKey === last.pageKey || pageKey === null || last.pageKey === null) return
    if (prefersReducedMotion() || isAdminPath(path) || isAdminPath(last.path)) return
    const frame = requestAnimationFrame(() => void fadeIn().catch(() => {}))
    return () => cancelAnimationFrame(frame)
  }, [pageKey, path])
}

const fadeIn = async () => {
  const mainEl = document.getElementById('main')
  if (!mainEl) return
  const { animate } = await loadMotion()
  await animate(
    mainEl,
    { opacity: [0.4, 1], transform: ['translateY(6px)', 'none'] },
    { duration: 0.2, ease: 'easeOut' },
  )
  mainEl.removeAttribute('style')
}
