import { type Person, personText } from '#contract/person-words.ts'
import { centerPage } from '#server/features/centers/rules/center-page.ts'
import { notifyUsers } from '#server/features/notifications/usecases/notify-users.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { listReadersOfRecord } from '../repository/records.ts'

/**
 * Tells every professional who reads a record of the attendee. Each step of two changes stays told: «Ana» who becomes «Bruno»
 * must not be hidden behind a corrected date of «Bruno».
 */
export async function tellNewIdentity(
  tx: Tx,
  {
    platform,
    attendeeId,
    before,
    after,
  }: { platform: Pick<Platform, 'clock'>; attendeeId: string; before: Person; after: Person },
): Promise<void> {
  const readers = await listReadersOfRecord(tx, { attendeeId })
  const entries = readers.map(({ userId, centerId, patientId }) => ({
    to: { userId },
    event: 'clinical_records.new_identity' as const,
    title: 'Cambiaron los datos de un paciente',
    message: `${personText(before)} figura ahora como ${personText(after)}. Revisa que sea la misma persona: cada nota de su historia clínica dice con qué datos se escribió.`,
    href: `${centerPage(centerId, 'pacientes')}&paciente=${attendeeId === patientId ? 'patient' : 'dependant'}.${attendeeId}`,
    aboutUserId: patientId,
    about: null,
    thread: `identity ${attendeeId} ${centerId} ${personText(before)}`,
  }))
  await notifyUsers(tx, { platform, entries })
}
