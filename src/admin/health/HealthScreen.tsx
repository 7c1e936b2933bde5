import { useSelector } from '@xstate/react'
import { useId } from 'react'
import {
  type HealthCheck,
  healthChecksOf,
  healthSummary,
  versionsOf,
} from '#content/admin/site-health.ts'
import {
  type SiteHealthRef,
  isBusy,
  selectFailure,
  selectHealth,
} from '#machines/admin/site-health.ts'
import { siteHealth } from '#src/app/effects/admin/site-health-effects.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { SiteDate } from '#src/views/page/SiteDate.tsx'
import { AdminScreen } from '../AdminScreen.tsx'
import screenStyles from '../AdminScreen.module.css'
import { SuperAdminsOnly } from '../SuperAdminsOnly.tsx'
import styles from './HealthScreen.module.css'

interface HealthProps {
  siteHealthRef: SiteHealthRef
}

/** Shows whether everything that the server needs works, and what to do where it does not. */
export const HealthScreen = ({ title }: { title: string }) => (
  <SuperAdminsOnly title={title}>
    <Health title={title} />
  </SuperAdminsOnly>
)

function Health({ title }: { title: string }) {
  const siteHealthRef = useViewActor('siteHealth', siteHealth, undefined)
  return <HealthWithActor title={title} siteHealthRef={siteHealthRef} />
}

/** Renders the screen of an actor that is already running. */
export function HealthWithActor({ title, siteHealthRef }: HealthProps & { title: string }) {
  const busy = useSelector(siteHealthRef, isBusy)
  return (
    <AdminScreen
      title={title}
      action={
        <Button busy={busy} onClick={() => siteHealthRef.send({ type: 'refresh.requested' })}>
          Check again
        </Button>
      }
    >
      <FailureAlert failure={useSelector(siteHealthRef, selectFailure)} />
      <Results siteHealthRef={siteHealthRef} />
    </AdminScreen>
  )
}

function Results({ siteHealthRef }: HealthProps) {
  const health = useSelector(siteHealthRef, selectHealth)
  const busy = useSelector(siteHealthRef, isBusy)
  if (!health) return busy ? <p role="status">Loading…</p> : null
  const checks = healthChecksOf(health)
  return (
    <>
      <p role="status">{busy ? 'Loading…' : healthSummary(checks)}</p>
      <ul className={screenStyles.cards}>
        {checks.map((check) => (
          <Check key={check.name} check={check} />
        ))}
      </ul>
      <section className={screenStyles.card}>
        <h2 className={styles.name}>Versions</h2>
        <Facts facts={versionsOf(health)} />
      </section>
    </>
  )
}

function Check({ check: { name, state, label, facts, advice } }: { check: HealthCheck }) {
  const id = useId()
  return (
    <li className={screenStyles.card} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.name}>
          {name}
        </h2>
        <span className={styles.badge} data-tone={state}>
          {label}
        </span>
      </div>
      {advice ? <p>{advice}</p> : null}
      <Facts facts={facts} />
    </li>
  )
}

const Facts = ({ facts }: Pick<HealthCheck, 'facts'>) => (
  <dl className={styles.facts}>
    {facts.map(([fact, value]) => (
      <div key={fact}>
        <dt>{fact}</dt>
        <dd>
          {typeof value === 'string' ? (
            value
          ) : (
            <SiteDate date={value.date} dateStyle="medium" timeStyle="medium" />
          )}
        </dd>
      </div>
    ))}
  </dl>
)
