import { type KeyboardEvent, type ReactNode, useId } from 'react'
import styles from './Tabs.module.css'

interface TabsProps<Value extends string> {
  /** The name of the list of tabs. */
  label: string
  tabs: readonly { value: Value; label: ReactNode }[]
  /** The value of the selected tab. */
  value: Value
  onSelect: (value: Value) => void
  className?: string | undefined
  /** A class of the panel of the selected tab. */
  panelClassName?: string | undefined
  /** The content of the selected tab. */
  children: ReactNode
}

/**
 * Shows tabs with the panel of the selected one. An arrow key selects the tab that it leads to
 * (https://www.w3.org/WAI/ARIA/apg/patterns/tabs/).
 */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { tabs, value, className, panelClassName, children } = props
  const id = useId()
  return (
    <div className={className}>
      <TabList {...props} id={id} />
      <div
        // A panel of its own for each tab, which begins at its top.
        key={value}
        role="tabpanel"
        id={panelId(id)}
        aria-labelledby={tabId(
          id,
          tabs.findIndex((tab) => tab.value === value),
        )}
        tabIndex={0}
        className={panelClassName}
      >
        {children}
      </div>
    </div>
  )
}

const panelId = (id: string) => `${id}panel`
const tabId = (id: string, index: number) => `${id}tab${index}`

const TabList = <Value extends string>({
  id,
  label,
  tabs,
  value,
  onSelect,
}: TabsProps<Value> & { id: string }) => (
  <div role="tablist" aria-label={label} className={styles.list}>
    {tabs.map((tab, index) => {
      const selected = tab.value === value
      return (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={tabId(id, index)}
          aria-selected={selected}
          aria-controls={selected ? panelId(id) : undefined}
          tabIndex={selected ? 0 : -1}
          className={styles.tab}
          onClick={() => onSelect(tab.value)}
          onKeyDown={selectByKey}
        >
          {tab.label}
        </button>
      )
    })}
  </div>
)

/** Selects and focuses the tab that an arrow key, Home or End leads to. */
function selectByKey(event: KeyboardEvent<HTMLElement>) {
  const tabs = [...event.currentTarget.parentElement!.children] as HTMLElement[]
  const from = tabs.indexOf(event.currentTarget)
  const to = { ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: -1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  const tab = tabs.at(to % tabs.length)!
  tab.focus()
  tab.click()
}
