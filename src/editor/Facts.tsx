import type { ReactNode } from 'react'
import styles from './Facts.module.css'

/** Short facts, each under its name; those that are not known are left out. */
export const Facts = ({ facts }: { facts: Readonly<Record<string, ReactNode>> }) => (
  <dl className={styles.facts}>
    {Object.entries(facts).map(([name, fact]) =>
      fact === undefined ? null : (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{fact}</dd>
        </div>
      ),
    )}
  </dl>
)
