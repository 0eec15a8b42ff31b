import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { respondToUnreadableRequests } from './unreadable-requests.ts'

test.each([
  ['opens a connection and sends nothing', '', '408 Request Timeout'],
  ['stops within its headers', 'GET / HTTP/1.1\r\nhost: senda.uy\r\n', '408 Request Timeout'],
  ['sends no HTTP', 'hola\r\n\r\n', '400 Bad Request'],
  ['sends too many headers', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n\r\n`, '431 Request Header Fields Too Large'],
])('a client that %s gets the status and a body', async (_name, sent, status) => {
  const server = createServer({ headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 20 })
  respondToUnreadableRequests(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(sent)
  const answer = await text(socket)
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status}\r\n`))
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: expect.stringMatching(/^request\./) })
  server.close()
})
