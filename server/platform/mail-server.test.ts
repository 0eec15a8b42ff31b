import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { mailServerAt } from './mail-server.ts'

const message = { from: 'no-reply@senda.uy', to: 'lucia@ejemplo.uy', subject: 'Hola', text: 'Hola' }

test('a relay on this machine is used although no authority signed the certificate that it offers', async () => {
  let wasSecure: boolean | undefined
  // Like Debian's postfix: it offers STARTTLS with a certificate of its own.
  const relay = new SMTPServer({
    authOptional: true,
    onData(stream, session, callback) {
      wasSecure = session.secure
      stream.resume().on('end', () => callback())
    },
  })
  relay.on('error', () => undefined)
  await new Promise<void>((listening) => relay.listen(0, '127.0.0.1', listening))
  onTestFinished(() => relay.close())
  const { port } = relay.server.address() as AddressInfo
  await mailServerAt(`smtp://127.0.0.1:${port}`).send(message, { onHandOver() {} })
  expect(wasSecure).toBe(false)
})
