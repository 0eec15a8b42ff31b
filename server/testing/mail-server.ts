import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

/**
 * A real mail server. `refuse`: the code with which it refuses every recipient. `hangUp`: it drops the connection after the
 * mail. `heldBy`: it answers the sender's address only after that.
 */
export async function startMailServer({
  refuse,
  hangUp,
  heldBy,
  port,
  onConnect,
}: {
  onConnect?: () => void
  port?: number
  refuse?: number
  hangUp?: boolean
  heldBy?: Promise<void>
} = {}): Promise<{ port: number; received: Email[]; connections: () => number; close: () => Promise<void> }> {
  const received: Email[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect(_session, callback) {
      onConnect?.()
      callback()
    },
    onMailFrom: (_address, _session, callback) => void Promise.resolve(heldBy).then(() => callback()),
    onRcptTo(_address, _session, callback) {
      callback(refuse ? Object.assign(new Error('no such person'), { responseCode: refuse }) : undefined)
    },
    onData(stream, _session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then((parsed) => {
          received.push(parsed)
          if (hangUp) for (const { _socket: socket } of server.connections) socket.destroy()
          else callback()
        })
      })
    },
  })
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  onTestFinished(close)
  await new Promise<void>((resolve) => server.listen(port ?? 0, '127.0.0.1', () => resolve()))
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    connections: () => server.connections.size,
    close,
  }
}
