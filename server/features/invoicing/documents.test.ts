import { afterEach, describe, expect, test } from 'vitest'
import { completeAppointment, reopenAppointment } from '#server/features/appointments/usecases/mark-appointment.ts'
import { newId } from '#server/platform/ids.ts'
import { buildAppointment } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildPaidVisits } from '#server/testing/fiscal-documents.ts'
import { centerTaxData } from '#server/testing/foreign-rows/invoicing.ts'
import { sellPackage } from '#server/testing/packages.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { invoicingRoutes } from './invoicing.routes.ts'
import { insertRevision } from './repository/tax-data.ts'
import { readDocuments } from './usecases/export-documents.ts'

const start = new Date('2026-11-20T15:00:00Z')
const platform = await testPlatform({ start })
const { db, clock } = platform
const as = (userId: string) => clientOf(platform, invoicingRoutes, userId)
const november = '2026-11-01'
const december = '2026-12-01'
const january = '2027-01-01'

afterEach(() => clock.set(start))

const totals = async (centerId: string, month: string) =>
  (await readDocuments(platform, { centerId, month })).map(({ kind, day, totalCents }) => [kind, day, totalCents])

describe('the documents of a centre', () => {
  test('stay as they were exported: later refunds are notes of their own days, and new tax data are for new documents', async () => {
    const { centerId, ids, refund } = await buildPaidVisits(platform)
    const [visit = ''] = ids
    const before = await readDocuments(platform, { centerId, month: november })
    expect(before).toMatchObject([{ kind: 'sale', day: '2026-11-20', totalCents: 150_000, issuer: centerTaxData }])
    clock.set(new Date('2026-12-03T15:00:00Z'))
    const data = { ...centerTaxData, legalName: 'Otra SRL' }
    await db.transaction().execute((tx) => insertRevision(tx, { centerId, data, revision: 2, now: clock.now() }))
    await refund(visit, 20_000)
    clock.set(new Date('2026-12-05T15:00:00Z'))
    // Nothing was exported in between, and each refund has its own note all the same.
    await refund(visit, 30_000, 20_000)
    clock.set(new Date('2027-01-05T15:00:00Z'))
    expect(await totals(centerId, december)).toEqual([
      ['creditNote', '2026-12-03', 20_000],
      ['creditNote', '2026-12-05', 30_000],
    ])
    expect(await readDocuments(platform, { centerId, month: november })).toEqual(before)
    await as(centerId).recordNumbers({ centerId, content: `V-${visit};A;12;Emitido` })
    const [note] = await readDocuments(platform, { centerId, month: december })
    const [sale] = before
    const corrected = { series: 'A', providerNumber: 12, day: sale?.day }
    expect(note).toMatchObject({ refersTo: `V-${visit}`, issuer: data, corrected })
    expect(await totals(centerId, january)).toEqual([])
  })

  test('of a visit that was refunded before any export have the days of the visit and of the refund', async () => {
    const { centerId, ids, refund } = await buildPaidVisits(platform)
    clock.set(new Date('2026-12-03T15:00:00Z'))
    await refund(ids[0] ?? '', 20_000)
    clock.set(new Date('2027-01-05T15:00:00Z'))
    expect(await totals(centerId, november)).toEqual([['sale', '2026-11-20', 150_000]])
    expect(await totals(centerId, december)).toEqual([['creditNote', '2026-12-03', 20_000]])
  })

  test('are created once by exports at the same time', async () => {
    const { centerId } = await buildPaidVisits(platform, 3)
    const exports = await Promise.all([1, 2, 3, 4].map(() => readDocuments(platform, { centerId, month: november })))
    for (const documents of exports) expect(documents).toEqual(exports[0])
    expect(exports[0]).toHaveLength(3)
  })

  test('add up to what is left when exports and refunds happen at the same time', async () => {
    const { centerId, ids, refund } = await buildPaidVisits(platform, 4)
    const exports = [1, 2, 3].map(() => readDocuments(platform, { centerId, month: november }))
    await Promise.all([...exports, ...ids.map((id) => refund(id, 20_000))])
    const documents = await readDocuments(platform, { centerId, month: november })
    for (const id of ids) {
      const ofVisit = documents.filter(({ sourceId }) => sourceId === id)
      expect(Object.fromEntries(ofVisit.map(({ kind, totalCents }) => [kind, totalCents]))).toEqual({
        sale: 150_000,
        creditNote: 20_000,
      })
      expect(ofVisit).toHaveLength(2)
    }
  })

  test('are taken back by a note when a visit is opened again, and follow its second completion', async () => {
    const desk = await buildPaidVisits(platform, 0)
    const { centerId, patientId } = desk
    const startsAt = new Date(clock.now().getTime() - 2 * 3_600_000)
    const { appointmentId } = await buildAppointment(platform, { ...desk, patientId, startsAt, status: 'completed' })
    const sale = ['sale', '2026-11-20', 150_000]
    expect(await totals(centerId, november)).toEqual([sale])
    await reopenAppointment(platform, desk.at(appointmentId))
    const note = ['creditNote', '2026-11-20', 150_000]
    expect(await totals(centerId, november)).toEqual([sale, note])
    await completeAppointment(platform, desk.at(appointmentId))
    expect(await totals(centerId, november)).toEqual([sale, note, ['debitNote', '2026-11-20', 150_000]])
  })

  test('count the payments for a package as «Cobranza» when they are made, and what is given back as its return', async () => {
    const desk = await buildPaidVisits(platform, 0)
    const { centerId, serviceId, patientId } = desk
    // A package is sold to a patient of the centre.
    await buildAppointment(platform, { ...desk, patientId, startsAt: new Date('2026-12-20T15:00:00Z') })
    const { id: packageId } = await sellPackage(platform, { centerId, serviceId, personId: patientId })
    expect(await totals(centerId, november)).toEqual([['collection', '2026-11-20', 1_000_000]])
    clock.set(new Date('2026-12-03T15:00:00Z'))
    await db
      .updateTable('payments')
      .set({ refund_amount: 400_000, refunded_at: clock.now() })
      .where('package_id', '=', packageId)
      .execute()
    expect(await totals(centerId, december)).toEqual([['collectionReturn', '2026-12-03', 400_000]])
    expect(await totals(centerId, november)).toEqual([['collection', '2026-11-20', 1_000_000]])
  })

  test('are changed by no statement, and refunds beyond them are refused', async () => {
    const { centerId, ids } = await buildPaidVisits(platform)
    await readDocuments(platform, { centerId, month: november })
    const document = db.updateTable('fiscal_documents').where('center_id', '=', centerId)
    await expect(document.set({ item: 'Otra cosa' }).execute()).rejects.toMatchObject({
      constraint: 'fiscal_documents_kept',
    })
    const row = await db
      .selectFrom('fiscal_documents')
      .where('center_id', '=', centerId)
      .selectAll()
      .executeTakeFirstOrThrow()
    const note = { ...row, internal_id: `V-${ids[0]}-2`, number: 2, kind: 'creditNote', type_code: 102 }
    const beyond = {
      ...note,
      refers_to: row.internal_id,
      unit_price: 150_001,
      total: 150_001,
      net_amount: 150_001,
      vat_amount: 0,
    }
    await expect(db.insertInto('fiscal_documents').values(beyond).execute()).rejects.toMatchObject({
      constraint: 'fiscal_documents_notes',
    })
    await expect(
      db
        .insertInto('fiscal_documents')
        .values({ ...row, internal_id: `V-${newId()}` })
        .execute(),
    ).rejects.toMatchObject({
      constraint: 'fiscal_documents_of_movement',
    })
  })
})
