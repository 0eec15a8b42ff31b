import { expect, test } from 'vitest'
import { brand } from '#contract/brand.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { listMails } from '#server/platform/stored-mails.ts'
import { resetUnverifiedAccount } from '#server/processes/reset-account.ts'
import { buildPatient } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { supportRoutes } from './support.routes.ts'
import { purgeRequests, sendRequest } from './support.usecases.ts'

const fields = { name: 'Ana Suárez', email: 'ana@ejemplo.uy', message: 'No encuentro mi reserva.\n\n¿Me ayudan?' }
const request = () => ({ ...fields, from: 'contact' as const, idempotencyKey: newId() })

/** Each test has its own platform, because the limits count the requests of a visitor. */
async function start(userId?: (platform: Awaited<ReturnType<typeof testPlatform>>) => Promise<string>) {
  const platform = await testPlatform()
  const support = clientOf(platform, supportRoutes, await userId?.(platform))
  const rows = () => platform.db.selectFrom('support_requests').selectAll().orderBy('created_at').execute()
  const mails = async (kind: string) =>
    (await listMails(platform, { limit: 1000 })).filter((mail) => mail.kind === kind)
  return { platform, support, rows, mails }
}

test('a visitor’s request is stored, mailed to the operator with their address for the reply, and acknowledged', async () => {
  const { support, rows, mails, platform } = await start()
  const { reference } = await support.send(request())
  expect(reference).toMatch(/^S-[2-9A-HJ-NP-Z]{6}$/)
  expect(await rows()).toMatchObject([
    {
      reference,
      full_name: 'Ana Suárez',
      email: 'ana@ejemplo.uy',
      message: fields.message,
      sent_from: 'contact',
      user_id: null,
    },
  ])
  const [toOperator] = await mails('support.request')
  expect(toOperator).toMatchObject({ to: brand.email, subject: `Consulta ${reference}` })
  expect(toOperator?.text).toContain('Nombre: Ana Suárez\n\nCorreo: ana@ejemplo.uy')
  expect(toOperator?.text).toContain('Mensaje:\n\nNo encuentro mi reserva.\n\n¿Me ayudan?')
  const replies = platform.db.selectFrom('outbound_mails').select('reply_to').where('kind', '=', 'support.request')
  expect(await replies.execute()).toEqual([{ reply_to: 'ana@ejemplo.uy' }])
  const [toSender] = await mails('support.acknowledged')
  expect(toSender).toMatchObject({ to: 'ana@ejemplo.uy', subject: `Recibimos tu consulta ${reference}` })
  expect(toSender?.text).toContain('0800 0767')
})

test('the acknowledgement contains nothing that the sender typed, because the address may be another person’s', async () => {
  const { support, mails } = await start()
  await support.send({ ...request(), name: 'Gane ya', message: 'Mira https://premio.example' })
  const [mail] = await mails('support.acknowledged')
  expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(/Gane|premio/)
})

test('markup in a request reaches the operator as text', async () => {
  const { support, mails } = await start()
  await support.send({ ...request(), message: '<img src=x onerror=alert(1)>' })
  const [mail] = await mails('support.request')
  expect(mail?.html).toContain('&lt;img src=x')
  expect(mail?.html).not.toContain('<img')
})

test('a signed-in user needs no name, and the request is stored with the account', async () => {
  let patientId = ''
  const { support, rows } = await start(async (platform) => {
    ;({ patientId } = await buildPatient(platform, { fullName: 'Bruno Díaz' }))
    return patientId
  })
  const { name: _, ...withoutName } = request()
  await support.send({ ...withoutName, from: 'widget' })
  expect(await rows()).toMatchObject([{ full_name: 'Bruno Díaz', user_id: patientId, sent_from: 'widget' }])
})

test('a request of a visitor without a name is refused at that field, and nothing is stored', async () => {
  const { support, rows } = await start()
  const { name: _, ...withoutName } = request()
  await expect(support.send(withoutName)).rejects.toMatchObject({
    code: 'request.invalid',
    data: { fields: [{ path: 'name', message: 'El nombre es obligatorio' }] },
  })
  expect(await rows()).toEqual([])
})

test.each([
  ['an empty message', { message: ' \u200b ' }],
  ['a message of 4,001 characters', { message: 'a'.repeat(4001) }],
  ['an address without a domain', { email: 'ana@' }],
  ['a name with an address', { name: 'Ana www.premio.example' }],
])('%s is refused', async (_, wrong) => {
  const { support, rows } = await start()
  await expect(support.send({ ...request(), ...wrong })).rejects.toMatchObject({ status: expect.any(Number) })
  expect(await rows()).toEqual([])
})

test('a message of 4,000 characters is accepted', async () => {
  const { support, rows } = await start()
  await support.send({ ...request(), message: ` ${'a'.repeat(4000)} ` })
  expect((await rows())[0]?.message).toHaveLength(4000)
})

test('a request that is repeated, even simultaneously, is sent once and has one reference', async () => {
  const { support, rows, mails } = await start()
  const repeated = request()
  const responses = await Promise.all(Array.from({ length: 5 }, () => support.send(repeated)))
  expect(new Set(responses.map(({ reference }) => reference)).size).toBe(1)
  expect(await rows()).toHaveLength(1)
  expect(await mails('support.request')).toHaveLength(1)
  expect(await mails('support.acknowledged')).toHaveLength(1)
})

test('a request with the key of another message is refused', async () => {
  const { support, rows } = await start()
  const sent = request()
  await support.send(sent)
  await expect(support.send({ ...sent, message: 'Otra pregunta.' })).rejects.toMatchObject({
    code: 'request.key_reused',
  })
  expect(await rows()).toHaveLength(1)
})

test('a request with the hidden field reaches the operator with a mark, and nothing is mailed to its address', async () => {
  const { support, rows, mails } = await start()
  const { reference } = await support.send({ ...request(), website: 'https://premio.example' })
  expect(reference).toMatch(/^S-[2-9A-HJ-NP-Z]{6}$/)
  expect(await rows()).toMatchObject([{ reference }])
  expect(await mails('support.request')).toMatchObject([{ subject: `[¿Robot?] Consulta ${reference}` }])
  expect(await mails('support.acknowledged')).toEqual([])
})

test('the twenty-first request of a visitor within an hour is refused', async () => {
  const { support, rows } = await start()
  for (let sent = 0; sent < 20; sent += 1) await support.send({ ...request(), email: `ana${sent}@ejemplo.uy` })
  await expect(support.send(request())).rejects.toMatchObject({ code: 'request.too_many' })
  expect(await rows()).toHaveLength(20)
})

test('the twenty-first request of an account within a day is refused from any network', async () => {
  const { platform, rows } = await start()
  const { patientId: userId } = await buildPatient(platform)
  const send = (network: number) =>
    sendRequest(platform, {
      ...request(),
      userId,
      visitorAddress: `203.0.113.${network}`,
      visitorKey: undefined,
      website: undefined,
    })
  for (let sent = 0; sent < 20; sent += 1) await send(sent)
  await expect(send(20)).rejects.toMatchObject({ code: 'request.too_many' })
  expect(await rows()).toHaveLength(20)
})

test('an address gets at most three acknowledgements a day, and further requests are still stored and forwarded', async () => {
  const { support, rows, mails } = await start()
  for (let sent = 0; sent < 6; sent += 1) {
    await support.send({ ...request(), email: sent % 2 ? 'ana@ejemplo.uy' : 'ANA@ejemplo.uy' })
  }
  expect(await rows()).toHaveLength(6)
  expect(await mails('support.acknowledged')).toHaveLength(3)
  // The mails to the operator have no limit.
  expect(await mails('support.request')).toHaveLength(6)
})

test('a request is deleted after a year', async () => {
  const { support, rows, platform } = await start()
  await support.send(request())
  platform.clock.advance(365 * dayMs)
  await purgeRequests(platform)
  expect(await rows()).toHaveLength(1)
  platform.clock.advance(1)
  await purgeRequests(platform)
  expect(await rows()).toEqual([])
})

test('the requests of an account are deleted with their mails when the owner of its address resets it', async () => {
  const { platform, rows, mails } = await start()
  const { patientId: userId } = await buildPatient(platform)
  await sendRequest(platform, {
    ...request(),
    userId,
    visitorAddress: '203.0.113.1',
    visitorKey: undefined,
    website: undefined,
  })
  await sendRequest(platform, {
    ...request(),
    userId: undefined,
    visitorAddress: '203.0.113.1',
    visitorKey: undefined,
    website: undefined,
  })
  const now = platform.clock.now()
  await platform.db.transaction().execute((tx) => resetUnverifiedAccount(tx, { platform, userId, now }))
  expect((await rows()).map(({ user_id: id }) => id)).toEqual([null])
  expect(await mails('support.request')).toHaveLength(1)
})
