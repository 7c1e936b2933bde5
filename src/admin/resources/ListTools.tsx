import { useId, useRef } from 'react'
import {
  type ShownList,
  filterIn,
  isFiltered,
  orderIn,
  pageSizeIn,
  pageSizes,
  resourceLists,
  wordsIn,
} from '#content/admin/resource-lists.ts'
import { Button } from '#src/ui/Button.tsx'
import fieldStyles from '#src/ui/TextField.module.css'
import screenStyles from '../AdminScreen.module.css'
import { useOpenList } from '../use-open-list.ts'
import { ListSearch } from './ListSearch.tsx'
import styles from './ResourceList.module.css'

/** Searches, filters and sorts a list, and chooses how many rows are shown, all in the URL. */
export function ListTools({ list, search }: { list: ShownList; search: string }) {
  const open = useOpenList(search)
  const ref = useRef<HTMLDivElement>(null)
  const { searchBy, filter, orders } = resourceLists[list.name]
  if (searchBy.length === 0) return null
  const showAll = () => {
    // The button leaves, and the focus must not be lost with it.
    ref.current?.querySelector('input')?.focus()
    open({ search: null, ...(filter && { [filter.name]: null }) })
  }
  return (
    <div ref={ref} className={screenStyles.tools}>
      <ListSearch words={wordsIn(search)} />
      {filter ? (
        <Choice
          label={filter.label}
          value={filterIn(list.name, search)}
          choices={filter.choices}
          onChoose={(value) => open({ [filter.name]: value })}
        />
      ) : null}
      <Choice
        label="Sort"
        value={orderIn(list.name, search)}
        choices={orders}
        onChoose={(value) => open({ sort: value === orders[0]?.value ? null : value })}
      />
      <Choice
        label="Rows"
        value={pageSizeIn(search)}
        choices={pageSizes.map((size) => ({ value: size, label: size }))}
        onChoose={(value) => open({ perPage: value === pageSizes[0] ? null : value })}
      />
      {isFiltered(list.name, search) ? <Button onClick={showAll}>Show all</Button> : null}
    </div>
  )
}

interface ChoiceProps {
  label: string
  value: string
  choices: readonly { value: string; label: string }[]
  onChoose: (value: string) => void
}

function Choice({ label, value, choices, onChoose }: ChoiceProps) {
  const id = useId()
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={fieldStyles.input}
        value={value}
        onChange={({ target }) => onChoose(target.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  )
}
