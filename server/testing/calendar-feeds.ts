import { calendarFeedsRoutes } from '#server/features/calendar-feeds/calendar-feeds.routes.ts'
import type { Platform } from '#server/platform/platform.ts'
import { startTestServer } from './app-server.ts'
import {
  buildAppointment,
  buildCenter,
  buildMember,
  buildPatient,
  buildProfessional,
  buildService,
} from './builders.ts'
import { clientOf } from './calling.ts'
import { callerWithSession } from './signed-in.ts'

/** A centre with two professionals who have one appointment each tomorrow, and with members who create calendar feeds. */
export async function buildFeeds(platform: Platform) {
  const { centerId } = await buildCenter(platform, { name: 'Centro Ñandú', address: 'Sarandí 468', neighborhood: null })
  const people = []
  for (const [index, name] of ['Ana Suárez', 'Bruno Paz'].entries()) {
    const { professionalId } = await buildProfessional(platform, { centerId, name })
    const service = await buildService(platform, { centerId, professionalId, name: 'Psicoterapia de pareja' })
    const { patientId } = await buildPatient(platform, { fullName: ['Lucía Pérez', 'Íñigo, Ü; «x»'][index] ?? '' })
    const startsAt = new Date('2026-11-21T13:00:00Z')
    const { appointmentId } = await buildAppointment(platform, { ...service, patientId, startsAt })
    await platform.db
      .updateTable('appointments')
      .set({ updated_at: platform.clock.now() })
      .where('id', '=', appointmentId)
      .execute()
    const { userId } = await buildMember(platform, { centerId, role: 'professional', professionalId })
    people.push({ ...service, appointmentId, userId })
  }
  const [ana, bruno] = people as [(typeof people)[0], (typeof people)[0]]
  const { userId: reception } = await buildMember(platform, { centerId, role: 'reception' })
  const as = (userId: string) => clientOf(platform, calendarFeedsRoutes, callerWithSession(platform, userId))
  return {
    centerId,
    ana,
    bruno,
    reception,
    as,
    ofCenter: async (userId = centerId) => (await as(userId).create({ centerId, professionalId: null })).url,
    ofAna: (userId: string) => as(userId).create({ centerId, professionalId: ana.professionalId }),
  }
}

/** Fetches an address that create() returned, from a separate server. */
export async function readFeed(
  platform: Platform,
  { url, method, headers }: { url: string; headers?: Record<string, string>; method?: string },
) {
  const server = await startTestServer({ platform })
  const { pathname } = new URL(url)
  const response = await fetch(server.url + pathname, { method: method ?? 'GET', headers: headers ?? {} })
  // A folded line continues after a space.
  const text = (await response.text()).replaceAll('\r\n ', '')
  return { response, status: response.status, text, events: eventsOf(text) }
}

function eventsOf(text: string): Record<string, string>[] {
  return text
    .split('BEGIN:VEVENT\r\n')
    .slice(1)
    .map((event) =>
      Object.fromEntries(
        event
          .split('END:VEVENT')[0]
          ?.trim()
          .split('\r\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]) ?? [],
      ),
    )
}

export type Feeds = Awaited<ReturnType<typeof buildFeeds>>
