import { createServer, type Server, type ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
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

/** A proxy may just have written a request onto a connection that is idle here. */
const lingerMs = 400

/**
 * Counts the requests in flight from now on. The returned function stops accepting connections, serves what arrives on open ones
 * for another moment, lets the requests in flight finish for up to `graceMs`, and then closes every connection. Streams never
 * finish by themselves: their owner ends them.
 */
export function drainable(server: Server): (input: { graceMs: number }) => Promise<void> {
  const open = new Set<ServerResponse>()
  let isDraining = false
  server.prependListener('request', (_request, response) => {
    if (isDraining) response.shouldKeepAlive = false
    open.add(response)
    response.once('close', () => open.delete(response))
  })
  return async ({ graceMs }) => {
    isDraining = true
    await acceptWaiting(server)
    // http.Server.close would also close idle connections, at once; a write that is on its way there would be lost.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
    const stoppedAt = performance.now()
    await Promise.race([closed, sleep(Math.min(lingerMs, graceMs))])
    server.closeIdleConnections()
    while (open.size > 0 && performance.now() < stoppedAt + graceMs) {
      await Promise.race([closed, sleep(50)])
    }
    server.closeAllConnections()
    // An upgraded socket (hot reload) is closed by its owner, perhaps later.
    await Promise.race([closed, sleep(200)])
  }
}

/** Connections that the system has accepted are reset when the port closes; each turn of the event loop takes one of them. */
async function acceptWaiting(server: Server): Promise<void> {
  let accepted = true
  const onConnection = () => (accepted = true)
  server.on('connection', onConnection)
  for (let turns = 0; accepted && turns < backlog; turns++) {
    accepted = false
    await new Promise(setImmediate)
  }
  server.off('connection', onConnection)
}
