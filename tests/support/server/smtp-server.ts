/** As much of an SMTP server as a mailer needs. */
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net'

/** One that refuses everything can be made willing. */
export const startSmtp = async (acceptsInitially = true) => {
  let isAccepting = acceptsInitially
  const received: string[] = []
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    let isData = false
    let buffered = ''
    socket.write('220 test\r\n')
    socket.on('data', (chunk) => {
      buffered += chunk.toString()
      for (;;) {
        const end = buffered.indexOf(isData ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const line = buffered.slice(0, end)
        buffered = buffered.slice(end + (isData ? 5 : 2))
        if (isData) {
          received.push(line)
          isData = false
          socket.write('250 ok\r\n')
        } else if (/^DATA/i.test(line)) {
          isData = true
          socket.write('354 go on\r\n')
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
        else
          socket.write(isAccepting || /^(EHLO|HELO|RSET)/i.test(line) ? '250 ok\r\n' : '550 no\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    startAccepting: () => void (isAccepting = true),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
