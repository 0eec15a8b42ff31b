import type { PersonRef } from '#contract/agenda.ts'
import { api, withUserId } from '#server/api/procedures.ts'
import { presentListedAppointment } from '#server/features/appointments/routes/present-agenda.ts'
import { listAgendaAppointments } from '#server/features/appointments/usecases/read-agenda.ts'
import { agendaScope, seesWholeCenter } from '#server/features/centers/centers.policy.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import { presentContact } from '#server/features/contacts/contacts.routes.ts'
import { listMergesInto } from '#server/features/contacts/repository/merges.ts'
import { contactVersion } from '#server/features/contacts/rules/facts.ts'
import { undoableSince } from '#server/features/contacts/rules/merged-guest.ts'
import { listDependantsOf, requireContact } from '#server/features/contacts/usecases/list-contacts.ts'
import { sumOwingOf } from '#server/features/packages/repository/owing.ts'
import { sumIncomeOfPerson } from '#server/features/payments/repository/income.ts'
import { sumCreditsOfCenter } from '#server/features/payments/repository/online.ts'
import { sumDebtsOf } from '#server/features/tills/repository/debts.ts'
import type { Platform } from '#server/platform/platform.ts'

const maxAppointments = 100

export const readContactRoutes = {
  contacts: {
    get: api.contacts.get.handler(async ({ input, context }) => {
      const { platform } = context
      const member = await requireMember(platform.db, withUserId(context, input))
      const person = { kind: input.kind, id: input.personId }
      const row = await requireContact(platform, { member, person })
      const now = platform.clock.now()
      const dependants =
        row.kind === 'patient' ? await listDependantsOf(platform.db, { member, guardianId: row.id }) : []
      const merges =
        row.kind === 'guest' && seesWholeCenter(member)
          ? await listMergesInto(platform.db, { centerId: input.centerId, guestId: row.id, since: undoableSince(now) })
          : []
      const appointments = await listAgendaAppointments(platform.db, { member, person, limit: maxAppointments })
      const scope = { ...agendaScope(member), centerId: input.centerId, person }
      const money = await sumIncomeOfPerson(platform.db, scope)
      const dueOfVisits = await sumDebtsOf(platform.db, scope)
      return {
        contact: presentContact(row),
        money,
        directCents: await sumDirectPayments(platform, scope),
        owedCents: dueOfVisits + (await sumDueOfPackages(platform, scope)),
        dependants,
        merges,
        version: contactVersion(row),
        note: row.note,
        facts: row,
        appointments: appointments.map((appointment) => presentListedAppointment({ row: appointment, member, now })),
      }
    }),
  },
}

type OfPerson = { centerId: string; person: PersonRef; professionalId?: string | undefined }

/** Packages are bought by accounts and guests, and a professional sees no money of the desk. */
async function sumDueOfPackages(
  { db }: Platform,
  { centerId, person: { kind, id }, professionalId }: OfPerson,
): Promise<number> {
  if (professionalId !== undefined || kind === 'dependant') return 0
  return sumOwingOf(db, kind === 'guest' ? { centerId, guestId: id } : { centerId, patientId: id })
}

/** Of an account: a direct payment is consumed by the next booking of the patient or of a dependant. */
async function sumDirectPayments(
  { db }: Platform,
  { centerId, person: { kind, id }, professionalId }: OfPerson,
): Promise<number> {
  if (professionalId !== undefined || kind !== 'patient') return 0
  return (await sumCreditsOfCenter(db, { centerId, patientId: id })).cents
}
