import { expect, it } from 'vitest'
import { buildAccount, buildCenter, verifyEmail } from '#server/testing/builders.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { takeMail } from './mail-allowance.ts'
import { connectDatabase } from './postgres/database.ts'

const platform = await testPlatform()
const take = (to: string, input: { kind?: string; isProof?: boolean } = {}) =>
  platform.db.transaction().execute((tx) => takeMail(tx, { platform, to, kind: 'test.notice', ...input }))

async function takeMany(count: number, to: string, input?: { kind?: string; isProof?: boolean }) {
  let taken = 0
  for (let n = 0; n < count; n++) if (await take(to, input)) taken++
  return taken
}

it('an address without an account takes five mails a day', async () => {
  expect(await takeMany(8, 'vecina@ejemplo.uy')).toBe(5)
  expect(await take('VECINA@ejemplo.uy')).toBe(false)
})

it('an unverified account takes four notices and keeps the fifth mail for a link that proves the address', async () => {
  const { email } = await buildAccount(platform)
  expect(await takeMany(8, email)).toBe(4)
  expect(await takeMany(8, email, { isProof: true })).toBe(1)
})

it('an unverified account that used up its mails still learns of a cancellation, five times a day', async () => {
  const { email } = await buildAccount(platform)
  expect(await takeMany(8, email)).toBe(4)
  expect(await takeMany(8, email, { kind: 'appointments.cancelled_by_staff' })).toBe(5)
})

it('links that prove the address count among the five', async () => {
  const { email } = await buildAccount(platform)
  expect(await takeMany(8, email, { isProof: true })).toBe(5)
  expect(await take(email)).toBe(false)
})

it('a verified address takes any number', async () => {
  const { email, userId } = await buildAccount(platform)
  await verifyEmail(platform, { userId })
  expect(await takeMany(8, email)).toBe(8)
})

it('the contact address of an approved centre takes any number of mails about its appointments, and five others', async () => {
  await buildCenter(platform, { email: 'contacto@centro.uy' })
  await buildCenter(platform, { email: 'nuevo@centro.uy', isApproved: false, isPublic: false })
  const kind = 'appointments.booked.center'
  expect(await takeMany(8, 'contacto@centro.uy', { kind })).toBe(8)
  expect(await takeMany(8, 'contacto@centro.uy')).toBe(5)
  expect(await takeMany(8, 'nuevo@centro.uy', { kind })).toBe(5)
})

it('when two processes queue thirty mails to an address simultaneously, five are sent', async () => {
  const second = await connectDatabase({ url: platform.databaseUrl, log: platform.log })
  const taken = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      (n % 2 ? second.db : platform.db)
        .transaction()
        .execute((tx) => takeMail(tx, { platform, to: 'otra@ejemplo.uy', kind: 'test.notice' })),
    ),
  )
  await second.close()
  expect(taken.filter(Boolean)).toHaveLength(5)
})
