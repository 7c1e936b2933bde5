import { useEffect, useRef, useState } from 'react'
import styles from './Fluid.module.css'

/** What moves behind an error page. It says nothing, so it is absent where it cannot be had. */
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
