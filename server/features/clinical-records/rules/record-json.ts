import type { ExportedAppointment, ExportHead } from './record-pdf.ts'

/** Yields the record as JSON, part by part while the record is read. Instants are ISO texts in UTC. */
export async function* writeJson({
  head,
  batches,
}: {
  head: ExportHead
  batches: AsyncGenerator<ExportedAppointment[]>
}): AsyncGenerator<string> {
  const { name, birthDate, now } = head
  const start = JSON.stringify({ patient: { name, birthDate }, exportedAt: now.toISOString() }, null, 2)
  // Without its last two characters, the newline and the closing brace, so that the list follows.
  yield `${start.slice(0, -2)},\n  "appointments": [`
  let isFirst = true
  for await (const batch of batches) {
    yield batch
      .map((appointment) => {
        const separator = isFirst ? '\n' : ',\n'
        isFirst = false
        return `${separator}${JSON.stringify(presentAppointment(appointment), null, 2)}`
      })
      .join('')
  }
  yield `${isFirst ? '' : '\n'}]\n}\n`
}

function presentAppointment({ appointmentId, startsAt, versions, ...row }: ExportedAppointment) {
  return {
    id: appointmentId,
    startsAt: startsAt.toISOString(),
    center: row.centerName,
    professional: row.professionalName,
    registrationNumber: row.registrationNumber,
    service: row.serviceName,
    versions: versions.map(({ version, authorName, writtenAt, writtenAs, diagnosis, notes }) => ({
      version,
      author: authorName,
      writtenAt: writtenAt.toISOString(),
      writtenAs,
      diagnosis,
      notes,
    })),
  }
}
