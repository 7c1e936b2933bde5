/** Runs before every file of component tests: code that is loaded on demand takes seconds on a busy machine. */
import { configure } from '@testing-library/react'

configure({ asyncUtilTimeout: 15_000 })
