/** Runs before React is loaded by a file of component tests. */
import { watchReact } from './ui/rendered-components.ts'

watchReact()
