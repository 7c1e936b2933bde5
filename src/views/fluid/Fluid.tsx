import { useEffect, useRef, useState } from 'react'
import styles from './Fluid.module.css'

/** What moves behind an error page. It says nothing, so it is absent where it cannot be had. */
export function Fluid() {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isAbsent, miss] = useState(false)
  useEffect(() => {
    let isLeft = false
    let stop: (() => void) | null = null
    const begin = async () => {
      const { pour } = await import('./pour.ts')
      if (isLeft || !canvas.current) return
      stop = pour(canvas.current)
      if (!stop) miss(true)
    }
    begin().catch(() => miss(true))
    return () => {
      isLeft = true
      stop?.()
    }
  }, [])
  return isAbsent ? null : <canvas ref={canvas} className={styles.fluid} aria-hidden="true" />
}
