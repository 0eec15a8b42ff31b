import { enterAppointment } from '#server/features/appointments/usecases/enter-appointment.ts'
import { newId } from '#server/platform/ids.ts'
import { buildAccount, buildAppointment, buildCenter, buildMember, buildService } from '#server/testing/builders.ts'
import type { TestPlatform } from '#server/testing/platform.ts'

import type { ForeignRow, RouteName } from './foreign-rows.cases.ts'
import { actorOf } from './test-server.ts'

type Cases = Partial<Record<RouteName, (platform: TestPlatform) => Promise<ForeignRow>>>

/** Ten in the morning in Montevideo, on the Monday after the test clock's Friday. */
const monday = '2026-11-23T13:00:00.000Z'
const reason = 'El profesional está enfermo'
const week = { from: '2026-11-23', days: 7 }
const day = { date: '2026-11-23', reason }

/** What a reception asks of its centre: the diary, each appointment in it, and the people who come. */
export const foreignRowsOfAgenda: Cases = {
  'agenda.get': (platform) => ofDesk(platform, () => week),
  'agenda.freeTimes': (platform) => ofDesk(platform, ({ serviceId }) => ({ serviceId, ...week })),
  'agenda.enter': (platform) =>
    ofDesk(platform, ({ serviceId }) => ({
      entryKey: newId(),
      serviceId,
      startsAt: '2026-11-24T13:00:00.000Z',
      place: 'center',
      person: { kind: 'newGuest', fullName: 'Rosa Luna', phone: '', email: '' },
    })),
  'agenda.confirm': (platform) => ofDesk(platform, appointment, { status: 'pending' }),
  'agenda.arrive': (platform) => ofDesk(platform, appointment, { hours: 1 }),
  'agenda.undoArrival': (platform) => ofDesk(platform, appointment, { hours: 1 }),
  'agenda.complete': (platform) => ofDesk(platform, appointment, { hours: -0.5 }),
  'agenda.noShow': (platform) => ofDesk(platform, appointment, { hours: -0.5 }),
  'agenda.reopen': (platform) => ofDesk(platform, appointment, { hours: -2, status: 'completed' }),
  'agenda.move': (platform) =>
    ofDesk(platform, (desk) => ({ ...appointment(desk), startsAt: '2026-11-24T13:00:00.000Z' })),
  'agenda.cancel': (platform) => ofDesk(platform, (desk) => ({ ...appointment(desk), reason })),
  'agenda.collect': (platform) =>
    ofDesk(platform, (desk) => ({ ...appointment(desk), amountCents: 150_000, method: 'efectivo' })),
  'agenda.undoCollection': (platform) => ofDesk(platform, appointment),
  'agenda.cancelDay': (platform) => ofDesk(platform, ({ professionalId }) => ({ professionalId, ...day })),
  'agenda.moveDay': (platform) =>
    ofDesk(platform, ({ professionalId }) => ({ professionalId, ...day, toDate: '2026-11-25' })),
  'contacts.list': (platform) => ofDesk(platform, () => ({})),
  'contacts.get': (platform) => ofDesk(platform, ({ patientId }) => ({ kind: 'patient', personId: patientId })),
  'contacts.updateGuest': (platform) =>
    ofDesk(platform, ({ guestId }) => ({ guestId, fullName: 'Rosa Luna', phone: '', email: '', note: '' })),
  'contacts.removeGuest': async (platform) => {
    const row = await ofDesk(platform, ({ guestId }) => ({ guestId }))
    await platform.db.deleteFrom('appointments').where('guest_id', 'is not', null).execute()
    return row
  },
}

type Rows = { serviceId: string; professionalId: string; appointmentId: string; patientId: string; guestId: string }
const appointment = ({ appointmentId }: Rows) => ({ appointmentId })

/** A centre's reception, and whoever has no business at its desk: the patient, another centre, staff. */
async function ofDesk(
  platform: TestPlatform,
  ask: (rows: Rows) => Record<string, unknown>,
  o: { status?: 'pending' | 'completed'; hours?: number } = {},
): Promise<ForeignRow> {
  const service = await buildService(platform)
  const { centerId } = service
  const reception = (await buildMember(platform, { centerId, role: 'reception' })).userId
  const startsAt =
    o.hours === undefined ? new Date(monday) : new Date(platform.clock.now().getTime() + o.hours * 3_600_000)
  const booked = await buildAppointment(platform, { ...service, startsAt, ...(o.status && { status: o.status }) })
  const { row } = await enterAppointment(platform, {
    userId: reception,
    centerId,
    entryKey: newId(),
    serviceId: service.serviceId,
    startsAt: new Date('2026-11-26T13:00:00Z'),
    place: 'center',
    person: { kind: 'newGuest', fullName: 'Rosa Gil', phone: '', email: '' },
  })
  const other = await buildCenter(platform)
  const otherReception = (await buildMember(platform, { ...other, role: 'reception' })).userId
  return {
    input: { centerId, ...ask({ ...service, ...booked, guestId: row.guestId ?? '' }) },
    owner: actorOf(['patient'], reception),
    strangers: {
      'its patient': actorOf(['patient'], booked.patientId),
      'another centre': actorOf(['center'], other.centerId),
      'the reception of another centre': actorOf(['patient'], otherReception),
      'a moderator': actorOf(['moderator'], (await buildAccount(platform)).userId),
      'an administrator': actorOf(['admin'], (await buildAccount(platform)).userId),
    },
  }
}
