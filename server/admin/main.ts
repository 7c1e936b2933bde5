/** Runs a command of the build: `node dist/admin/main.js <command>`. */
import { runAdmin } from './cli.ts'

const { env, stdin, stdout, stderr } = process
process.exitCode = await runAdmin(process.argv.slice(2), { env, stdin, stdout, stderr })
