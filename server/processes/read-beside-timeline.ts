import { api, withUserId } from '#server/api/procedures.ts'
import type { AgendaRow } from '#server/features/appointments/repository/agenda.ts'
import { readNextAndDue } from '#server/features/appointments/usecases/read-agenda.ts'
import { requireTreating } from '#server/features/clinical-records/usecases/read-record.ts'

/** What a professional looks at beside the clinical timeline of a person. It reads no record, so it logs nothing. */
export const readBesideTimelineRoutes = {
  clinicalRecords: {
    beside: api.clinicalRecords.beside.handler(async ({ input, context }) => {
      const { db, clock } = context.platform
      return db.transaction().execute(async (tx) => {
        const { treating, appointment } = await requireTreating(tx, withUserId(context, input))
        const { attendeeId, appointmentId } = appointment
        if (attendeeId === null) return { next: null, dueCents: 0, due: [] }
        const person = { attendeeId, exceptAppointment: appointmentId }
        const { next, due } = await readNextAndDue(tx, { member: treating, now: clock.now(), ...person })
        return {
          next: next && present(next),
          dueCents: due.reduce((sum, { dueCents }) => sum + dueCents, 0),
          due: due.map((row) => ({ ...present(row), dueCents: row.dueCents })),
        }
      })
    }),
  },
}

const present = ({ id, startsAt, serviceName, professionalName }: AgendaRow) => ({
  appointmentId: id,
  startsAt,
  serviceName,
  professionalName,
})
