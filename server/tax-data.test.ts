import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { defaultVatPercent } from '#contract/vat.ts'
import { checkoutsRoutes } from '#server/features/checkouts/checkouts.routes.ts'
import { deleteTaxDataOf } from '#server/features/checkouts/usecases/delete-tax-data.ts'
import { startCheckout } from '#server/features/checkouts/usecases/start-checkout.ts'
import { invoicingRoutes } from '#server/features/invoicing/invoicing.routes.ts'
import { insertRevision } from '#server/features/invoicing/repository/tax-data.ts'
import { documentWriters } from '#server/features/invoicing/rules/document-files.ts'
import { readDocuments } from '#server/features/invoicing/usecases/export-documents.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { cardToken } from '#server/testing/cards.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { centerTaxData } from '#server/testing/foreign-rows/invoicing.ts'
import { testPlatform } from '#server/testing/platform.ts'

const platform = await testPlatform()
const { db } = platform
const as = (userId: string) => clientOf(platform, invoicingRoutes, userId)

const ana = { kind: 'ci', number: '1.234.567-2', name: 'Ana Pérez', address: '', city: '', department: '' } as const
const company = {
  kind: 'rut',
  number: '219000090011',
  name: 'Ombú SA',
  address: 'Rincón 500',
  city: 'Montevideo',
  department: 'Montevideo',
} as const

async function buildVisit() {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { verified: true })
  const startsAt = new Date(platform.clock.now().getTime() + 48 * hourMs)
  const { appointmentId } = await buildAppointment(platform, { ...desk, patientId, startsAt })
  return { ...desk, patientId, appointmentId }
}

async function pay({ patientId, appointmentId }: { patientId: string; appointmentId: string }, withTaxData = false) {
  const token = await cardToken(platform, 'approved')
  const request = { patientId, appointmentId, method: 'card', token, totalCents: 150_000 } as const
  const { checkout } = await startCheckout(platform, {
    ...request,
    withTaxData,
    idempotencyKey: newId(),
    address: '203.0.113.7',
  })
  return clientOf(platform, checkoutsRoutes, patientId).get({ checkoutId: checkout.id })
}

describe('the tax data of a centre', () => {
  test('are written by its owner, and each edit adds a revision', async () => {
    const { centerId } = await buildDesk(platform)
    const empty = await as(centerId).center({ centerId })
    expect(empty).toMatchObject({ data: null, changedAt: null, earlier: [] })
    const edit = { centerId, ...centerTaxData, rut: '21.100342.0017' }
    const first = await as(centerId).updateCenter({ ...edit, version: empty.version })
    expect(first.data).toEqual(centerTaxData)
    expect(first.earlier).toEqual([])
    const moved = { ...edit, address: 'Agraciada 4000' }
    // A repeated request changes nothing.
    await as(centerId).updateCenter({ ...moved, version: first.version })
    await as(centerId).updateCenter({ ...moved, version: first.version })
    const rows = await db.selectFrom('center_tax_data').where('center_id', '=', centerId).select('address').execute()
    expect(rows).toEqual([{ address: 'Agraciada 3456' }, { address: 'Agraciada 4000' }])
    const { data, earlier } = await as(centerId).center({ centerId })
    expect([data?.address, earlier.map(({ address }) => address)]).toEqual(['Agraciada 4000', ['Agraciada 3456']])
    await expect(as(centerId).updateCenter({ ...edit, version: first.version })).rejects.toMatchObject(
      withCode('request.changed_meanwhile'),
    )
  })

  test('are refused with a wrong digit, by the field and by the database', async () => {
    const { centerId, reception } = await buildDesk(platform)
    const { version } = await as(centerId).center({ centerId })
    await expect(
      as(centerId).updateCenter({ centerId, ...centerTaxData, rut: '211003420018', version }),
    ).rejects.toMatchObject({ data: { issues: [{ path: ['rut'] }] } })
    await expect(as(reception).center({ centerId })).rejects.toMatchObject(withCode('centers.owner_only'))
    const { rows } = await sql<{ rut: string; right: boolean }>`
      select rut, is_rut(rut) as right from unnest(array['211003420017', '219000090011', '211003420018', '231003420017', '210000000018']) as rut`.execute(
      db,
    )
    expect(rows.map(({ right }) => right)).toEqual([true, true, false, false, false])
    const { rows: cedulas } = await sql<{ right: boolean }>`
      select is_cedula(ci) as right from unnest(array['12345672', '01111113', '98765438', '12345673', '1234567']) as ci`.execute(
      db,
    )
    expect(cedulas.map(({ right }) => right)).toEqual([true, true, true, false, false])
  })
})

describe('the tax data of a patient', () => {
  test('are stored without dots, and without an address for a cédula', async () => {
    const { patientId } = await buildPatient(platform)
    const { version } = await as(patientId).own()
    const first = await as(patientId).updateOwn({ ...ana, address: 'Se escribió antes', version })
    expect(first.data).toEqual({ ...ana, number: '12345672' })
    const second = await as(patientId).updateOwn({ ...company, version: first.version })
    expect(second.data).toEqual(company)
    await expect(as(patientId).updateOwn({ ...ana, version: first.version })).rejects.toMatchObject(
      withCode('request.changed_meanwhile'),
    )
    expect((await as(patientId).removeOwn()).data).toBe(null)
  })

  test.each([
    [{ ...ana, number: '1.234.567-3' }, ['number']],
    [{ ...ana, number: '219000090011' }, ['number']],
    [{ ...company, number: '219000090012' }, ['number']],
    [{ ...company, address: '', city: ' ', department: '' }, ['address', 'city', 'department']],
  ])('%j are refused in the field', async (data, paths) => {
    const { patientId } = await buildPatient(platform)
    const { version } = await as(patientId).own()
    const refused = await as(patientId)
      .updateOwn({ ...data, version })
      .catch((error: { data: { issues: { path: string[] }[] } }) => error.data.issues.map(({ path }) => path[0]))
    expect(refused).toEqual(paths)
  })

  test('stay on a receipt as they were, are on no receipt that did not ask for them, and go with the account', async () => {
    const visit = await buildVisit()
    const { patientId } = visit
    await expect(pay(visit, true)).rejects.toMatchObject(withCode('checkouts.no_tax_data'))
    const { version } = await as(patientId).own()
    const { version: next } = await as(patientId).updateOwn({ ...ana, version })
    const receipt = await pay(visit, true)
    await as(patientId).updateOwn({ ...company, version: next })
    const client = clientOf(platform, checkoutsRoutes, patientId)
    expect((await client.get({ checkoutId: receipt.id })).receiver).toEqual({ ...ana, number: '12345672' })
    expect((await pay({ ...(await buildVisit()) })).receiver).toBe(null)
    await db.transaction().execute((tx) => deleteTaxDataOf(tx, { userId: patientId }))
    expect((await client.get({ checkoutId: receipt.id })).receiver).toBe(null)
    expect((await as(patientId).own()).data).toBe(null)
  })
})

test('a document keeps its amounts, its type and its number when the account of its receiver is deleted, and names the receiver no longer', async () => {
  const visit = await buildVisit()
  const { centerId, patientId } = visit
  const issuer = { centerId, data: centerTaxData, revision: 1, now: platform.clock.now() }
  await db.transaction().execute((tx) => insertRevision(tx, issuer))
  const { version } = await as(patientId).own()
  await as(patientId).updateOwn({ ...company, version })
  await pay(visit, true)
  const month = `${platform.clock.now().toISOString().slice(0, 7)}-01`
  const read = () => readDocuments(platform, { centerId, month })
  const [before] = await read()
  expect(before).toMatchObject({ kind: 'collection', typeCode: 111, receiver: company })
  const { internalId } = before ?? { internalId: '' }
  const content = `${internalId};A;7;Aceptado`
  expect(await as(centerId).recordNumbers({ centerId, content })).toEqual({ recorded: 1, refused: [] })
  await db.transaction().execute((tx) => deleteTaxDataOf(tx, { userId: patientId }))
  const after = await read()
  expect(after).toEqual([{ ...before, series: 'A', providerNumber: 7, state: 'accepted', receiver: null }])
  const file = documentWriters.json({ month, documents: after })
  expect(JSON.parse(file.text)).toMatchObject([{ Receptor: { DocRecep: null, RznSocRecep: null, FaltaReceptor: 1 } }])
})

describe('the IVA of a service', () => {
  test('is fixed when the time is booked, and the receipt divides its amount to the cent', async () => {
    const visit = await buildVisit()
    const ofAppointment = () =>
      db
        .selectFrom('appointments')
        .where('id', '=', visit.appointmentId)
        .select('vat_percent')
        .executeTakeFirstOrThrow()
    expect(await ofAppointment()).toEqual({ vat_percent: defaultVatPercent })
    await db.updateTable('services').set({ vat_percent: 22 }).where('id', '=', visit.serviceId).execute()
    const receipt = await pay(visit)
    expect(receipt.vat).toEqual({ percent: 10, netCents: 136_364, vatCents: 13_636 })
    expect(await ofAppointment()).toEqual({ vat_percent: 10 })
    const later = await buildAppointment(platform, {
      ...visit,
      startsAt: new Date(platform.clock.now().getTime() + 96 * hourMs),
    })
    const paid = await pay({ ...visit, ...later })
    expect(paid.vat).toEqual({ percent: 22, netCents: 122_951, vatCents: 27_049 })
    await expect(
      db.updateTable('appointments').set({ vat_percent: 0 }).where('id', '=', visit.appointmentId).execute(),
    ).rejects.toMatchObject({ constraint: 'appointments_vat_kept' })
  })
})
