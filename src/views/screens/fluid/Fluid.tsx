import { useEffect, useRef, useState } from 'react'
import styles from './Fluid.module.css'

/** Renders the decorative fluid behind an error page, or nothing where WebGL 2 is unavailable. */
export function Fluid() {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isUnsupported, setUnsupported] = useState(false)
  useEffect(() => {
    let isUnmounted = false
    let stop: (() => void) | null = null
    const start = async () => {
      const { startFluid } = await import('./start-fluid.ts')
      if (isUnmounted || !canvas.current) return
      stop = startFluid(canvas.current)
      if (!stop) setUnsupported(true)
    }
    start().catch(() => setUnsupported(true))
    return () => {
      isUnmounted = true
      stop?.()
    }
  }, [])
  return isUnsupported ? null : <canvas ref={canvas} className={styles.fluid} aria-hidden="true" />
}
