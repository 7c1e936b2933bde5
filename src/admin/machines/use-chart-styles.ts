import { useInsertionEffect } from 'react'
import { chartStyles } from '#charts/drawing/chart-styles.ts'
import { liveStyles } from '#charts/live/live-styles.ts'

/** Gives the document the styles of drawings, which it would not take from an element inside it. */
export function useChartStyles() {
  useInsertionEffect(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(chartStyles + liveStyles)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
    }
  }, [])
}
