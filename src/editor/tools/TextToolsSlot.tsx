import { useSyncExternalStore } from 'react'
import { subscribeToPageMutations } from '../hooks/use-resource-element.ts'
import styles from './SelectionToolbar.module.css'

/** The place of the tools of the text that is being edited, which come first in the toolbar. */
export const TextToolsSlot = () => <div className={styles.slot} data-text-tools-slot="" />

/** Returns the element of the slot; null while there is no toolbar with one. */
export const useTextToolsSlot = () => useSyncExternalStore(subscribeToPageMutations, findSlot)

const findSlot = () => document.querySelector<HTMLElement>('[data-text-tools-slot]')
