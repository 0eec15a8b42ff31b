import { expect, test } from 'vitest'
import { startMailServer } from '#server/testing/mail-server.ts'
import { operatorsMachine } from '#server/testing/operators-machine.ts'
import { testPlatform } from '#server/testing/platform.ts'

const { admin } = operatorsMachine(await testPlatform())
const sendTo = (port: number) =>
  admin(['test-mail', 'ana@senda.example'], { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'hola@senda.example' })

test('an operator tries the mail server: the mail leaves at once', async () => {
  const server = await startMailServer()
  expect(await sendTo(server.port)).toEqual({
    code: 0,
    output: 'The mail server accepted a mail to ana@senda.example. Look whether it arrives.',
  })
  expect(server.received).toHaveLength(1)
  expect(server.received[0]?.subject).toBe('Correo de prueba')
})

test('an operator reads why the mail server refuses, or that none is set', async () => {
  const { port } = await startMailServer({ refuse: 550 })
  const refused = await sendTo(port)
  expect(refused.code).toBe(1)
  expect(refused.output).toContain('550 no such person')
  expect(await admin(['test-mail', 'ana@senda.example'])).toEqual({
    code: 1,
    output: 'SMTP_URL is missing: no mail leaves.',
  })
})
