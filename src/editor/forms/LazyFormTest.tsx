import { lazyView } from '#src/ui/lazy/lazy-view.tsx'
import { loadTools } from '../load-tools.ts'

/** Loaded with the other tools of what is selected. */
export const LazyFormTest = lazyView(async () => (await loadTools()).FormTest)
