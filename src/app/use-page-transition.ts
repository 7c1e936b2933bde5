import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import { isAdminPath } from '#content/location.ts'
import { selectLocation } from '#machines/navigation.ts'
import { useAppActor } from './actors.tsx'
import { once } from './once.ts'
import { usePlace } from './use-place.ts'

const loadMotion = once(() => import('framer-motion/dom/mini'))

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** A new page comes up softly. It is there at once: what moves is what can be read already. */
export function usePageTransition() {
  const place = usePlace()
  const { path } = useSelector(useAppActor('navigation'), selectLocation)
  const before = useRef({ place, path })

  useEffect(() => {
    // Ready for the next page; where it cannot be had, pages come without.
    if (!isStill()) void loadMotion().catch(() => {})
  }, [])

  useEffect(() => {
    const last = before.current
    before.current = { place, path }
    if (place === last.place || place === null || last.place === null) return
    if (isStill() || isAdminPath(path) || isAdminPath(last.path)) return
    const frame = requestAnimationFrame(() => void rise().catch(() => {}))
    return () => cancelAnimationFrame(frame)
  }, [place, path])
}

const rise = async () => {
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
