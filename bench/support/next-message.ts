import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Resolves with the next message that a child process sends. */
export const nextMessage = async <Message>(child: ChildProcess) => {
  const [message] = (await once(child, 'message')) as [Message]
  return message
}
