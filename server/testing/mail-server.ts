import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** A reply that refuses a command: '550 5.1.1 no such person'. */
type Refusals = Partial<Record<'AUTH' | 'MAIL FROM' | 'RCPT TO' | 'DATA', string>>

/**
 * A real mail server. `refuse`: the code with which it refuses every recipient. `refusals`: its replies to commands. `hangUp`: it
 * drops the connection after the mail. `heldBy`: it answers the sender's address only after that.
 */
export async function startMailServer({
  refuse,
  refusals = refuse === undefined ? {} : { 'RCPT TO': `${refuse} no such person` },
  hangUp,
  heldBy,
  port,
  onConnect,
}: {
  onConnect?: () => void
  port?: number
  refuse?: number
  refusals?: Refusals
  hangUp?: boolean
  heldBy?: Promise<void>
} = {}): Promise<{ port: number; received: Email[]; connections: () => number; close: () => Promise<void> }> {
  const received: Email[] = []
  const refusalOf = (command: keyof Refusals) => {
    const [, code, text] = /^(\d+) (.*)$/s.exec(refusals[command] ?? '') ?? []
    return text === undefined ? undefined : Object.assign(new Error(text), { responseCode: Number(code) })
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // The replies of tests have their own.
    hideENHANCEDSTATUSCODES: true,
    onAuth({ username }, _session, callback) {
      const refusal = refusalOf('AUTH')
      if (refusal) callback(refusal)
      else callback(null, { user: username ?? '' })
    },
    onConnect(_session, callback) {
      onConnect?.()
      callback()
    },
    onMailFrom: (_address, _session, callback) =>
      void Promise.resolve(heldBy).then(() => callback(refusalOf('MAIL FROM'))),
    onRcptTo: (_address, _session, callback) => callback(refusalOf('RCPT TO')),
    onData(stream, _session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const refusal = refusalOf('DATA')
        if (refusal) callback(refusal)
        else
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
