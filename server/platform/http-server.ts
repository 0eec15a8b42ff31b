import { createServer, type Server, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { StartError } from './start-error.ts'

type Address = { host: string; port: number }

/** New connections that wait while the process is busy. The system ignores further ones, which try again after 1, 3 and 7 seconds. */
const backlog = 4096

/** @throws StartError when the address cannot be used. */
export async function listen(input: { server: Server } & Address): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  input.server.once('error', (error: NodeJS.ErrnoException) => reject(explain({ error, ...input })))
  input.server.listen({ port: input.port, host: input.host, backlog }, resolve)
  await promise
}

/** Fails early, before the long part of a start. @throws StartError when the address cannot be used. */
export async function requireFreeAddress(address: Address): Promise<void> {
  const server = createServer()
  await listen({ server, ...address })
  await new Promise((resolve) => server.close(resolve))
}

function explain({ error, port, host }: { error: NodeJS.ErrnoException } & Address): Error {
  if (error.code === 'EADDRINUSE') {
    return new StartError(`Another program uses port ${port} already. Choose another one: PORT=${port + 1} npm start`)
  }
  if (error.code === 'EACCES') {
    return new StartError(`This user may not listen on port ${port}. Choose one from 1024 upwards with PORT.`)
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new StartError(`${host} is not an address of this machine. Check HOST.`)
  }
  return error
}

/**
 * Counts the requests in flight from now on. The returned function stops accepting requests, lets those in flight finish
 * for up to `graceMs`, and then closes every connection. Streams never finish by themselves: their owner ends them.
 */
export function drainable(server: Server): (input: { graceMs: number }) => Promise<void> {
  const open = new Set<ServerResponse>()
  server.on('request', (_request, response) => {
    open.add(response)
    response.once('close', () => open.delete(response))
  })
  return async ({ graceMs }) => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    const giveUpAt = performance.now() + graceMs
    while (open.size > 0 && performance.now() < giveUpAt) {
      await Promise.race([closed, sleep(50)])
    }
    server.closeAllConnections()
    // An upgraded socket (hot reload) is closed by its owner, perhaps later.
    await Promise.race([closed, sleep(200)])
  }
}
