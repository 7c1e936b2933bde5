import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { foundNames } from '#charts/live/actor-rows.ts'
import { selectActors, selectChoice } from '#machines/admin/machine-viewer.ts'
import { SearchedList } from './SearchedList.tsx'
import type { ViewerProps } from './viewer-props.ts'
import { useChoose } from './use-choose.ts'
import styles from './lists.module.css'

interface MachineListProps extends ViewerProps {
  machines: readonly string[]
}

/** Lists all machines, those without a living actor, too. */
export function MachineList({ viewerRef, machines }: MachineListProps) {
  const [words, setWords] = useState('')
  const { machine: chosen } = useSelector(viewerRef, selectChoice)
  const { linkTo } = useChoose(viewerRef)
  const alive = new Set(useSelector(viewerRef, selectActors).map(machineOf))
  const found = foundNames(machines, words)
  return (
    <SearchedList noun="machine" count={found.length} words={words} onSearch={setWords}>
      <ul className={styles.rows} tabIndex={-1}>
        {found.map((machine) => (
          <li key={machine}>
            <a
              {...linkTo({ machine, actor: null, state: null })}
              aria-current={machine === chosen || undefined}
              className={styles.link}
            >
              {machine}
              {alive.has(machine) ? <span className={styles.state}>running</span> : null}
            </a>
          </li>
        ))}
      </ul>
    </SearchedList>
  )
}

const machineOf = ({ snapshot }: ReturnType<typeof selectActors>[number]) => snapshot.machine.id
