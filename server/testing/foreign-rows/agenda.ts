import { packAppointment } from '#contract/appointment-files.ts'
import { bookSeries } from '#server/features/appointments/usecases/book-series.ts'
import { cancelDay, moveDay } from '#server/features/appointments/usecases/change-day.ts'
import { cancelSeries, moveSeries } from '#server/features/appointments/usecases/change-series.ts'
import { readCancellation } from '#server/features/appointments/usecases/read-cancellation.ts'
import { deskCodeOf } from '#server/features/loyalty/usecases/desk-code.ts'
import { newId } from '#server/platform/ids.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import { buildRedemption } from '#server/testing/promotions.ts'
import { termsAtDesk } from '#server/testing/versions.ts'
import type { ForeignRows } from './foreign-row.ts'
import { ofDesk } from './own-desk.ts'

const firstOfSeries = '2026-11-24T13:00:00.000Z'
const reason = 'El profesional está enfermo'
const week = { from: '2026-11-23', days: 7 }
const day = { date: '2026-11-23', reason }
const onlyPreview = { blockRest: true, preview: true }
const appointment = ({ appointmentId }: { appointmentId: string }) => ({ appointmentId })
const seen = ({ appointmentId, version }: { appointmentId: string; version: string }) => ({ appointmentId, version })

/** @returns the owner's request about all appointments of a series that the centre booked */
async function ofSeries(platform: TestPlatform, { centerId, serviceId }: { centerId: string; serviceId: string }) {
  const { first } = await bookSeries(platform, {
    ...{ userId: centerId, centerId, serviceId, idempotencyKey: newId(), rhythm: 'weekly', place: 'center' },
    starts: [{ startsAt: new Date(firstOfSeries) }, { startsAt: new Date('2026-12-01T13:00:00Z') }],
    person: { kind: 'newGuest', fullName: 'Rosa Luna', phone: '', email: '' },
  })
  return { appointmentId: first.row.id, scope: 'all', by: 'center' } as const
}

const rowsFor = (serviceId: string) => [
  packAppointment({
    ...{ line: 2, serviceId, answer: '' },
    cells: { date: '24/11/2026', time: '10:00', name: 'Inés Gil', phone: '099 111 222' },
  }),
]

/** The input with an import of appointments of the desk's centre. */
async function withImport(
  platform: TestPlatform,
  inputOf: (ids: { importId: string; serviceId: string }) => Record<string, unknown>,
) {
  const importId = newId()
  const row = await ofDesk(platform, ({ serviceId }) => inputOf({ importId, serviceId }))
  await platform.db
    .insertInto('patient_imports')
    .values({
      ...{ id: importId, center_id: String(row.input.centerId), kind: 'appointments', file_name: 'citas.csv' },
      ...{ planned: 1, known: 0, refused: 0, started_at: platform.clock.now() },
    })
    .execute()
  return row
}

/** A receptionist's requests about the agenda of the centre and its appointments. */
export const agenda: ForeignRows<'agenda'> = {
  'agenda.get': (platform) => ofDesk(platform, () => week),
  'agenda.appointment': (platform) => ofDesk(platform, appointment),
  'agenda.tasks': (platform) => ofDesk(platform, () => ({})),
  'agenda.today': (platform) => ofDesk(platform, () => ({})),
  'agenda.setCalled': (platform) =>
    ofDesk(platform, (desk) => ({ ...appointment(desk), called: true }), { toCall: true }),
  'agenda.freeTimes': (platform) => ofDesk(platform, ({ serviceId }) => ({ serviceId, ...week })),
  'agenda.book': (platform) =>
    ofDesk(platform, async ({ centerId, serviceId }) => ({
      idempotencyKey: newId(),
      terms: await termsAtDesk(platform, { centerId, serviceId }),
      serviceId,
      startsAt: '2026-11-24T13:00:00.000Z',
      place: 'center',
      person: { kind: 'newGuest', fullName: 'Rosa Luna', phone: '', email: '' },
    })),
  'agenda.seriesDates': (platform) =>
    ofDesk(platform, ({ serviceId }) => ({ serviceId, startsAt: firstOfSeries, rhythm: 'weekly', count: 3 })),
  'agenda.bookSeries': (platform) =>
    ofDesk(platform, async ({ centerId, serviceId }) => ({
      idempotencyKey: newId(),
      terms: await termsAtDesk(platform, { centerId, serviceId }),
      serviceId,
      rhythm: 'weekly',
      starts: [{ startsAt: firstOfSeries }, { startsAt: '2026-12-01T13:00:00.000Z' }],
      place: 'center',
      person: { kind: 'newGuest', fullName: 'Rosa Luna', phone: '', email: '' },
    })),
  'agenda.cancelSeries': (platform) =>
    ofDesk(platform, async (desk) => {
      const request = { ...(await ofSeries(platform, desk)), reason }
      const { centerId } = desk
      const { terms } = await cancelSeries(platform, { userId: centerId, centerId, ...request, preview: true })
      return { ...request, terms }
    }),
  'agenda.moveSeries': (platform) =>
    ofDesk(platform, async (desk) => {
      const request = await ofSeries(platform, desk)
      const startsAt = new Date('2026-11-25T13:00:00Z')
      const preview = { ...request, reason: '', startsAt, preview: true }
      const { terms } = await moveSeries(platform, { userId: desk.centerId, centerId: desk.centerId, ...preview })
      return { ...request, startsAt: startsAt.toISOString(), terms }
    }),
  'agenda.checkImport': (platform) => ofDesk(platform, ({ serviceId }) => ({ rows: rowsFor(serviceId) })),
  'agenda.startImport': (platform) =>
    ofDesk(platform, () => ({
      ...{ importId: newId(), fileName: 'citas.csv', planned: 1, known: 0, refused: 0, tells: false },
    })),
  'agenda.importRows': (platform) =>
    withImport(platform, ({ importId, serviceId }) => ({
      importId,
      rows: rowsFor(serviceId),
      evenOutsideHours: false,
    })),
  'agenda.undoImport': (platform) => withImport(platform, ({ importId }) => ({ importId })),
  'agenda.confirm': (platform) => ofDesk(platform, seen, { status: 'pending' }),
  'agenda.arrive': (platform) => ofDesk(platform, seen, { hours: 1 }),
  'agenda.undoArrival': (platform) => ofDesk(platform, seen, { hours: 1 }),
  'agenda.complete': (platform) => ofDesk(platform, seen, { hours: -0.5 }),
  'agenda.noShow': (platform) => ofDesk(platform, seen, { hours: -0.5 }),
  'agenda.reopen': (platform) => ofDesk(platform, seen, { hours: -2, status: 'completed' }),
  'agenda.move': (platform) => ofDesk(platform, (desk) => ({ ...seen(desk), startsAt: '2026-11-24T13:00:00.000Z' })),
  'agenda.reminders': (platform) => ofDesk(platform, appointment),
  'agenda.discounts': (platform) => ofDesk(platform, appointment),
  'agenda.discountOfCode': (platform) =>
    ofDesk(platform, async (desk) => {
      const id = await buildRedemption(platform, { userId: desk.patientId })
      return { ...appointment(desk), code: deskCodeOf({ kind: 'reward', id }, platform) }
    }),
  'agenda.cancellation': (platform) => ofDesk(platform, appointment),
  'agenda.cancel': (platform) =>
    ofDesk(platform, async (desk) => {
      const { byCenter } = await readCancellation(platform, { ...desk, userId: desk.centerId })
      return { ...appointment(desk), by: 'center', reason, terms: byCenter.terms }
    }),
  'agenda.collect': (platform) =>
    ofDesk(platform, (desk) => ({ ...seen(desk), amountCents: 150_000, method: 'efectivo' })),
  'agenda.refund': (platform) =>
    ofDesk(
      platform,
      (desk) => ({ ...appointment(desk), paymentId: desk.paymentId, amountCents: 1, refundedCents: 0, reason }),
      { hours: -2, status: 'completed', isPaid: true },
    ),
  'agenda.undoCollection': (platform) => ofDesk(platform, seen),
  'agenda.cancelDay': (platform) =>
    ofDesk(platform, async ({ centerId, professionalId }) => {
      const request = { professionalId, ...day }
      const { terms } = await cancelDay(platform, { userId: centerId, centerId, ...request, ...onlyPreview })
      return { ...request, terms }
    }),
  'agenda.moveDay': (platform) =>
    ofDesk(platform, async ({ centerId, professionalId }) => {
      const request = { professionalId, ...day, toDate: '2026-11-25' }
      const { terms } = await moveDay(platform, { userId: centerId, centerId, ...request, ...onlyPreview })
      return { ...request, terms }
    }),
  'agenda.unconfirmed': (platform) => ofDesk(platform, () => ({})),
  'agenda.cancelUnconfirmed': (platform) =>
    ofDesk(platform, ({ appointmentId }) => ({ appointmentIds: [appointmentId] })),
}
