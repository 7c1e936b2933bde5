import type { ReactNode } from 'react'
import styles from './DefinitionList.module.css'

/** Renders terms with their descriptions as a `<dl>`; entries that are undefined are left out. */
export const DefinitionList = ({ entries }: { entries: Readonly<Record<string, ReactNode>> }) => (
  <dl className={styles.list}>
    {Object.entries(entries).map(([term, description]) =>
      description === undefined ? null : (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{description}</dd>
        </div>
      ),
    )}
  </dl>
)
