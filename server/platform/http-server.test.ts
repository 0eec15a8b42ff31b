import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'

import { drainable, listen } from './http-server.ts'

test('a request that a proxy writes onto an idle connection while the server stops is served, and new connections are refused', async () => {
  const server = createServer((_request, response) => void sleep(100).then(() => response.end('served')))
  const drain = drainable(server)
  await listen({ server, host: '127.0.0.1', port: 0 })
  const { port } = server.address() as AddressInfo
  const idle = connect({ port, host: '127.0.0.1' })
  let received = ''
  idle.setEncoding('latin1').on('data', (text: string) => (received += text))
  await once(idle, 'connect')

  const drained = drain({ graceMs: 2000 })
  await sleep(100)
  idle.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\n\r\n')
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow()
  await once(idle, 'close')
  expect(received).toMatch(/^HTTP.1.1 200 .*connection: close.*served/is)
  const startedAt = performance.now()
  await drained
  expect(performance.now() - startedAt).toBeLessThan(1500)
})
