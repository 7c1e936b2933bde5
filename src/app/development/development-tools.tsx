/**
 * Offers the viewer of machines and reports of problems to everybody while the site is developed. Editors have both in the site
 * menu. No build has it.
 */
import { useSelector } from '@xstate/react'
import { createRoot } from 'react-dom/client'
import { isOpen, isWindowRefused } from '#machines/admin/machine-dock.ts'
import { type AppRef, selectEditorViews } from '#machines/app/app.ts'
import { MachineDock } from '#src/admin/machines/MachineDock.tsx'
import { ProblemReportDialog } from '#src/editor/dialogs/ProblemReportDialog.tsx'
import { Button } from '#src/ui/Button.tsx'
import { machineDock } from '../effects/admin/machine-dock-effects.ts'
import { problemReport } from '../effects/admin/problem-report-effects.ts'
import { AppProvider, useAppRef } from '../shell/app-context.tsx'
import { AppRouter } from '../shell/router.tsx'
import { useViewActor } from '../shell/use-view-actor.ts'
import styles from './development-tools.module.css'

/** Shows the tools beside a page whose app has started. */
export const showDevelopmentTools = (appRef: AppRef) => {
  const container = document.body.appendChild(document.createElement('div'))
  createRoot(container).render(
    <AppProvider value={appRef}>
      <AppRouter>
        <DevelopmentTools />
      </AppRouter>
    </AppProvider>,
  )
}

/**
 * Leaves the tools to the editor where that is loaded.
 * @internal Exported for tests.
 */
export const DevelopmentTools = () =>
  useSelector(useAppRef(), selectEditorViews) ? null : <Tools />

function Tools() {
  const machineDockRef = useViewActor('machineDock', machineDock, undefined)
  const problemReportRef = useViewActor('problemReport', problemReport, undefined)
  const open = useSelector(machineDockRef, isOpen)
  const refused = useSelector(machineDockRef, isWindowRefused)
  return (
    <>
      <section aria-label="Development" className={styles.tools}>
        <Button
          data-watch-machines=""
          onClick={() => machineDockRef.send({ type: 'watch.requested' })}
        >
          Watch the machines
        </Button>
        <Button onClick={() => problemReportRef.send({ type: 'report.requested' })}>
          Report a problem…
        </Button>
      </section>
      {open ? (
        <MachineDock
          isWindowRefused={refused}
          onOpenWindow={() => machineDockRef.send({ type: 'window.requested' })}
          onClose={() => machineDockRef.send({ type: 'watch.dismissed' })}
        />
      ) : null}
      <ProblemReportDialog problemReportRef={problemReportRef} />
    </>
  )
}
