import type { PersonRef } from '#contract/agenda.ts'
import { zone } from '#contract/calendar.ts'
import { failField } from '#contract/errors.ts'
import { type Member, seesWholeCenter } from '#server/features/centers/centers.policy.ts'
import { localDay } from '#server/platform/local-time.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import type { Facts } from '../contacts.types.ts'
import { findOtherWithCedula } from '../repository/facts.ts'

/**
 * Refuses a birth date after today, and a cédula that the centre has recorded for another person. The caller holds the lock on the
 * centre's guests. @throws request.invalid
 */
export async function requirePlausible(
  tx: Tx,
  { member, person, facts, now }: { member: Member; person: PersonRef; facts: Facts; now: Date },
): Promise<void> {
  const { cedula, birthDate } = facts
  if (birthDate !== null && birthDate > localDay({ instant: now, zone })) {
    throw failField('birthDate', 'La fecha de nacimiento no puede ser después de hoy.')
  }
  if (cedula === null) return
  const other = await findOtherWithCedula(tx, { centerId: member.centerId, cedula, personId: person.id })
  if (!other) return
  // A professional does not read the names of a colleague's patients.
  const whose = seesWholeCenter(member) ? other.name : 'otra persona'
  throw failField('cedula', `Esa cédula ya es de ${whose} en este centro.`)
}
