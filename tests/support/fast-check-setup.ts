/** Runs before every test file: what fast-check generates follows from the one seed. */
import fc from 'fast-check'
import { seed } from './seed.ts'

fc.configureGlobal({ seed })
