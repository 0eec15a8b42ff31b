import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { buildPatient } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { buildVisits, type Visits } from '#server/testing/visits.ts'
import { paymentsRoutes } from './payments.routes.ts'

const platform = await testPlatform()
const { db } = platform

const as = (userId: string) => clientOf(platform, paymentsRoutes, userId)

let center: Visits
beforeEach(async () => {
  center = await buildVisits(platform)
})

describe('the CSV file of the revenue', () => {
  const csv = (from: string, to: string) => as(center.centerId).revenueCsv({ centerId: center.centerId, from, to })
  const head =
    '\ufefffecha;hora;profesional;servicio;paciente;estado;precio;descuento del centro;descuento de Senda;crédito de Senda;devuelto;retenido;con bono;ingreso;comisión;comisión ya descontada;neto;por cobrar;cobrado;medio;en camino;recibido\r\n'

  const nothing = `${'0,00;'.repeat(12)};0,00;0,00\r\n`

  test('contains every appointment of the period by time, in the format of a Spanish spreadsheet', async () => {
    const { appointmentId } = await center.visit('2026-11-02T09:05:00', {
      price: 123_456,
      paid: [100_007, 'debito'],
      patientName: 'Lucía Pérez',
    })
    await center.charge(appointmentId)
    await center.visit('2026-11-30T23:30:00', { of: center.bruno, price: 5, status: 'no_show', patientName: 'Íñigo Ü' })
    await center.visit('2026-11-01T00:00:00', { status: 'cancelled', patientName: 'Ana' })
    await center.visit('2026-12-01T00:00:00')
    expect(await csv('2026-11-01', '2026-11-30')).toEqual({
      fileName: 'ingresos-2026-11-01-a-2026-11-30.csv',
      csv: [
        head,
        `01/11/2026;00:00;Ana Suárez;Masaje;Ana;Cancelada;1000,00;${nothing}`,
        '02/11/2026;09:05;Ana Suárez;Masaje;Lucía Pérez;Completada;1234,56;0,00;0,00;0,00;0,00;0,00;0,00;1234,56;123,46;0,00;1111,10;234,49;1000,07;Débito;0,00;1000,07\r\n',
        `30/11/2026;23:30;Bruno Ñandú;Evaluación;Íñigo Ü;No asistió;0,05;${nothing}`,
      ].join(''),
    })
  })

  test('names the attendee: a dependant or a guest', async () => {
    const { appointmentId, patientId } = await center.visit('2026-11-02T10:00:00')
    const [dependantId, guestId] = [newId(), newId()]
    const child = { id: dependantId, guardian_id: patientId, full_name: 'Sofía', relation: 'hija' }
    await db
      .insertInto('dependants')
      .values({ ...child, birth_date: '2019-05-04' })
      .execute()
    await db.updateTable('appointments').set({ dependant_id: dependantId }).where('id', '=', appointmentId).execute()
    const now = platform.clock.now()
    await db
      .insertInto('guests')
      .values({ id: guestId, center_id: center.centerId, full_name: 'Don Tito', created_at: now, updated_at: now })
      .execute()
    const walkIn = await center.visit('2026-11-02T11:00:00')
    await db
      .updateTable('appointments')
      .set({ patient_id: null, guest_id: guestId, booked_by: 'center' })
      .where('id', '=', walkIn.appointmentId)
      .execute()
    const names = (await csv('2026-11-02', '2026-11-02')).csv
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(';')[4])
    expect(names).toEqual(['Sofía', 'Don Tito'])
  })

  test('contains each appointment once when it takes several batches', async () => {
    const { patientId } = await buildPatient(platform)
    const other = await buildPatient(platform)
    for (const [service, person] of [
      [center.ana, patientId],
      [center.bruno, other.patientId],
    ] as const) {
      await sql`
        insert into appointments (id, center_id, professional_id, service_id, patient_id, status, during, price)
        select gen_random_uuid(), ${center.centerId}, ${service.professionalId}, ${service.serviceId}, ${person}, 'completed',
          tstzrange('2025-01-01T03:00Z'::timestamptz + n * interval '1 hour', '2025-01-01T04:00Z'::timestamptz + n * interval '1 hour'), 100
        from generate_series(0, 2050) n`.execute(db)
    }
    const lines = (await csv('2025-01-01', '2025-06-01')).csv.split('\r\n').slice(1, -1)
    expect(lines).toHaveLength(4102)
    expect(new Set(lines).size).toBe(4102)
  })

  test('contains only the header when the period has no appointment', async () => {
    expect((await csv('2026-11-01', '2026-11-30')).csv).toBe(head)
  })
})
