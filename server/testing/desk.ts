import { bookAtDesk } from '#server/features/appointments/usecases/book-at-desk.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { buildAppointment, buildMember, buildService } from './builders.ts'
import type { TestPlatform } from './platform.ts'

type Booking = Parameters<typeof bookAtDesk>[1]
type Request = Partial<Booking> & { startsAt: Date }

export const newGuest = (fullName: string, phone = '') => ({ kind: 'newGuest', fullName, phone, email: '' }) as const

/** A centre with one professional and one service of an hour, and the people who work there. */
export async function buildDesk(platform: Platform, input: Parameters<typeof buildService>[1] = {}) {
  const service = await buildService(platform, input)
  const { centerId, professionalId, serviceId } = service
  const reception = (await buildMember(platform, { centerId, role: 'reception' })).userId
  const professional = (await buildMember(platform, { centerId, role: 'professional', professionalId })).userId
  const ask = (userId: string, appointmentId: string) => ({ userId, centerId, appointmentId })
  return {
    ...service,
    owner: centerId,
    reception,
    professional,
    ask,
    /** The input of a receptionist's request about an appointment. */
    at: (appointmentId: string) => ask(reception, appointmentId),
    guests: () => platform.db.selectFrom('guests').selectAll().where('center_id', '=', centerId).execute(),
    /** By default, the receptionist books for a new guest. */
    book: (request: Request) =>
      bookAtDesk(platform, {
        userId: reception,
        centerId,
        idempotencyKey: newId(),
        serviceId,
        place: 'center',
        person: newGuest('Rosa Luna', '099 123 456'),
        ...request,
      }),
  }
}

export type Desk = Awaited<ReturnType<typeof buildDesk>>

/** An appointment at the desk's centre that a patient booked online. @returns its id */
export async function bookOnline(
  platform: TestPlatform,
  { desk, startsAt, status = 'confirmed' }: { desk: Desk; startsAt: Date; status?: OnlineStatus },
): Promise<string> {
  return (await buildAppointment(platform, { ...desk, startsAt, status })).appointmentId
}

export type OnlineStatus = 'pending' | 'confirmed' | 'completed' | 'no_show'
