// A minimal HTTP client: it runs on the cores that it measures, and Node's client would use more of them.
import { once } from 'node:events'
import { connect } from 'node:net'

export type BenchRequest = { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }
export type BenchResponse = { status: number; body: string }
export type Connection = {
  /** Resolves once the whole response has arrived. One request at a time. */
  send(request: BenchRequest): Promise<BenchResponse>
  close(): void
}

export async function openConnection(origin: string): Promise<Connection> {
  const { hostname, port, host } = new URL(origin)
  let waiting: PromiseWithResolvers<BenchResponse> | undefined
  const connectSocket = async () => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    await once(socket, 'connect')
    let received = ''
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      received += text
      if (!isComplete(received)) return
      const status = Number(received.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length))
      waiting?.resolve({ status, body: received.slice(received.indexOf('\r\n\r\n') + 4) })
      received = ''
    })
    socket.on('error', (error) => waiting?.reject(error))
    socket.on('close', () => waiting?.reject(new Error('the server closed the connection')))
    return socket
  }
  let socket = await connectSocket()
  return {
    async send({ method, path, headers = {}, body = '' }) {
      // The server closes a connection that was idle for some seconds.
      if (socket.destroyed) socket = await connectSocket()
      const lines = Object.entries({ host, ...headers, 'content-length': Buffer.byteLength(body) })
      socket.write(
        `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
      )
      waiting = Promise.withResolvers()
      return waiting.promise
    },
    close: () => socket.destroy(),
  }
}

function isComplete(received: string): boolean {
  const bodyAt = received.indexOf('\r\n\r\n') + 4
  if (bodyAt < 4) return false
  const length = /^content-length: (\d+)/im.exec(received.slice(0, bodyAt))?.[1]
  return length === undefined ? received.endsWith('\r\n0\r\n\r\n') : received.length - bodyAt >= Number(length)
}
