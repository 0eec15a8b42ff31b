import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'

/**
 * A port of this machine for a process that a test starts. Below those that systems give to servers without a port of their own
 * and to outgoing connections, so that no other test takes it before the process does.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 32_000)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    await new Promise((resolve) => server.close(resolve))
    return port
  }
}
