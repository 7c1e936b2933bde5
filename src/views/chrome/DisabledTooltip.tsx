import { useEffect, useRef } from 'react'
import styles from './DisabledTooltip.module.css'
import { addDisabledTooltip } from './disabled-tooltip.ts'

/** Shows why controls are disabled. Screen readers have it from the controls themselves. */
export function DisabledTooltip() {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const controller = new AbortController()
    addDisabledTooltip(ref.current!, controller.signal)
    return () => controller.abort()
  }, [])
  return (
    <div ref={ref} hidden aria-hidden="true" className={styles.tooltip} data-editor-chrome="" />
  )
}
