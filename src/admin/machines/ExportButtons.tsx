import { useSelector } from '@xstate/react'
import { type ExportFormat, exportFormats } from '#content/admin/export-formats.ts'
import { isExporting, selectExportFailure } from '#machines/admin/machine-viewer.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import type { ViewerProps } from './viewer-props.ts'
import styles from './ExportButtons.module.css'

const formats = Object.entries(exportFormats) as [ExportFormat, { label: string }][]

/** Saves the chart that is shown as a file. */
export function ExportButtons({ viewerRef }: ViewerProps) {
  const isSaving = useSelector(viewerRef, isExporting)
  const failure = useSelector(viewerRef, selectExportFailure)
  return (
    <>
      <div role="group" aria-label="Export" className={styles.buttons}>
        <span aria-hidden="true">Export</span>
        {formats.map(([format, { label }]) => (
          <Button
            key={format}
            disabledReason={isSaving ? 'The last file is being written.' : null}
            onClick={() => viewerRef.send({ type: 'export.requested', format })}
          >
            {label}
          </Button>
        ))}
      </div>
      <FailureAlert failure={failure} />
    </>
  )
}
