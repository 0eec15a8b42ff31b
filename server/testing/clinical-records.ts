import { writeRecord } from '#server/features/clinical-records/usecases/write-record.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { buildAppointment, buildMember, buildPatient, buildService } from './builders.ts'
import type { TestPlatform } from './platform.ts'

type RecordOptions = { diagnosis?: string; notes?: string; daysAgo?: number }

/** A completed appointment whose professional has an account and wrote its clinical record. */
export async function buildRecord(
  platform: TestPlatform,
  { diagnosis = 'Lumbalgia mecánica', notes = 'Dolor al flexionar.', daysAgo = 2 }: RecordOptions = {},
) {
  const practice = await buildTreatment(platform, { daysAgo })
  const { professional, centerId, appointmentId } = practice
  const request = { userId: professional, centerId, appointmentId }
  await writeRecord(platform, { ...request, content: { diagnosis, notes }, after: 0 })
  return { ...practice, request }
}

/** A completed appointment, the professional's account and the other people of the centre. */
export async function buildTreatment(platform: TestPlatform, { daysAgo = 2 }: { daysAgo?: number } = {}) {
  const service = await buildService(platform)
  const { centerId, professionalId } = service
  const colleague = await buildService(platform, { centerId })
  const { patientId } = await buildPatient(platform, { fullName: 'Lucía Pérez' })
  const startsAt = new Date(platform.clock.now().getTime() - daysAgo * dayMs)
  const { appointmentId } = await buildAppointment(platform, { ...service, patientId, status: 'completed', startsAt })
  const member = async (input: Parameters<typeof buildMember>[1]) => (await buildMember(platform, input)).userId
  return {
    ...service,
    patientId,
    appointmentId,
    startsAt,
    owner: centerId,
    professional: await member({ centerId, role: 'professional', professionalId }),
    colleague: await member({ centerId, role: 'professional', professionalId: colleague.professionalId }),
    colleagueService: colleague,
    reception: await member({ centerId, role: 'reception' }),
  }
}
