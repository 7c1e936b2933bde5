import { memoizeAsync } from '#content/memoize-async.ts'

/** Loads the animation library once, because each `import()` takes a task, in which an element could be painted. */
export const loadMotion = memoizeAsync(() => import('framer-motion/dom/mini'))
