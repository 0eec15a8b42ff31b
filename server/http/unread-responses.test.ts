import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { endUnreadResponses } from './unread-responses.ts'

test('a response whose client takes nothing is ended, and one that is computed for longer is not', async () => {
  const closed = Promise.withResolvers<string>()
  const server = createServer((request, response) => {
    if (request.url === '/late') return void setTimeout(() => response.end('late'), 700)
    response.on('close', () => closed.resolve(response.writableFinished ? 'sent' : 'ended'))
    response.end(Buffer.alloc(30_000_000))
  })
  endUnreadResponses(server, { withinMs: 200 })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  socket.pause().write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  const late = fetch(`http://127.0.0.1:${port}/late`)
  const notEnded = new Promise<string>((resolve) => setTimeout(resolve, 4000, 'open'))
  expect(await Promise.race([closed.promise, notEnded])).toBe('ended')
  expect(await (await late).text()).toBe('late')
})
