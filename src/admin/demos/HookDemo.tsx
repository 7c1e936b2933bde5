import type { ReactNode } from 'react'
import type { Failure } from '#content/model/failure.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { AdminScreen } from '../AdminScreen.tsx'
import styles from './HookDemo.module.css'

interface HookDemoProps {
  title: string
  /** Says what the hook is for. */
  purpose: string
  /** The controls of its parameters. */
  parameters?: ReactNode
  children: ReactNode
}

/** Shows the screen of a hook for the developers of a site: what it takes, and what it returns. */
export const HookDemo = ({ title, purpose, parameters, children }: HookDemoProps) => (
  <AdminScreen title={title} width="wide">
    <p className={styles.purpose}>{purpose}</p>
    {parameters ? <div className={styles.parameters}>{parameters}</div> : null}
    {children}
  </AdminScreen>
)

interface HookValuesProps {
  /** The values that the hook returns, by their names. */
  values: Readonly<Record<string, unknown>>
  isBusy: boolean
  failure: Failure | null
  /** The functions that the hook returns, by their names. */
  actions: Readonly<Record<string, () => unknown>>
  /** True where the hook has found nothing. */
  isEmpty?: boolean
  /** The paths that the hook returns, to be tried. */
  links?: readonly { href: string; label: string }[]
}

/** Shows what a hook returns: its values, its state, and its functions as buttons. */
export const HookValues = ({
  values,
  isBusy,
  failure,
  actions,
  isEmpty,
  links = [],
}: HookValuesProps) => (
  <section aria-label="Returned" className={styles.returned}>
    <p role="status">{isBusy ? 'Loading…' : isEmpty ? 'Nothing was found.' : 'Read'}</p>
    <FailureAlert failure={failure} />
    <dl className={styles.values}>
      {Object.entries(values).map(([name, value]) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>
            <code>{textOf(value)}</code>
          </dd>
        </div>
      ))}
    </dl>
    <div className={styles.actions}>
      {Object.entries(actions).map(([name, act]) => (
        <Button key={name} onClick={act}>
          {name}
        </Button>
      ))}
    </div>
    {links.length > 0 ? <Links links={links} /> : null}
  </section>
)

const Links = ({ links }: Required<Pick<HookValuesProps, 'links'>>) => (
  <ul aria-label="Links" className={styles.links}>
    {links.map(({ href, label }) => (
      <li key={href}>
        <a href={href}>{label}</a>
      </li>
    ))}
  </ul>
)

const textOf = (value: unknown) =>
  value === undefined ? 'undefined' : JSON.stringify(value, null, 1)
