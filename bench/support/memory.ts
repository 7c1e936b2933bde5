/** Reads the memory that a process uses. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** Returns the resident set size of a process in kilobytes. */
export const residentKilobytes = (pid: number) => {
  const status = `/proc/${pid}/status`
  return existsSync(status)
    ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1])
    : Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }))
}
