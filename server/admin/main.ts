/** The built commands: `node dist/admin/main.js <command>`. */
import { runAdmin } from './cli.ts'

const { env, stdin, stdout, stderr } = process
process.exitCode = await runAdmin(process.argv.slice(2), { env, stdin, stdout, stderr })
