import { createServer, type Server, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { StartError } from './start-error.ts'

type Address = { host: string; port: number }

/** @throws StartError when the address can't be had. */
export async function listen(input: { server: Server } & Address): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  input.server.once('error', (error: NodeJS.ErrnoException) => reject(explain({ error, ...input })))
  input.server.listen(input.port, input.host, resolve)
  await promise
}

/** Asks before the long part of a start. @throws StartError when the address can't be had. */
export async function requireFreeAddress(address: Address): Promise<void> {
  const server = createServer()
  await listen({ server, ...address })
  await new Promise((resolve) => server.close(resolve))
}

function explain({ error, port, host }: { error: NodeJS.ErrnoException } & Address): Error {
  if (error.code === 'EADDRINUSE') {
    return new StartError(`El puerto ${port} ya está ocupado por otro programa. Elige otro: PORT=${port + 1} npm start`)
  }
  if (error.code === 'EACCES') {
    return new StartError(`Este usuario no puede escuchar en el puerto ${port}. Elige uno desde 1024 con PORT.`)
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new StartError(`${host} no es una dirección de esta máquina. Revisa HOST.`)
  }
  return error
}

/**
 * Keeps account of what is being answered, from now on. The function it gives takes no new request, lets those in flight
 * finish for up to `graceMs`, and then closes every connection. Streams never finish: whoever made them ends them.
 */
export function drainable(server: Server): (input: { graceMs: number }) => Promise<void> {
  const open = new Set<ServerResponse>()
  server.on('request', (_request, response) => {
    open.add(response)
    response.once('close', () => open.delete(response))
  })
  return async ({ graceMs }) => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    const giveUpAt = Date.now() + graceMs
    while (open.size > 0 && Date.now() < giveUpAt) {
      await Promise.race([closed, sleep(50)])
    }
    server.closeAllConnections()
    // A socket that was upgraded (hot reload) is closed by its owner, at its own time.
    await Promise.race([closed, sleep(200)])
  }
}
