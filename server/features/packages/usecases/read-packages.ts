import type { PersonRef } from '#contract/agenda.ts'
import { type Member, seesWholeCenter } from '#server/features/centers/centers.policy.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import { requireContact } from '#server/features/contacts/usecases/list-contacts.ts'
import type { Platform } from '#server/platform/platform.ts'
import { isGivenBy, listOfBuyer, type PackageRow, type Visit } from '../repository/packages.ts'
import { buyerOf } from './buyers.ts'

/** The sessions that pay for an appointment, and the value of those that are used. */
export function countSessions({ visits, lapsed, lapsedCents }: Pick<PackageRow, 'visits' | 'lapsed' | 'lapsedCents'>) {
  const isReserved = (status: string) => status === 'pending' || status === 'confirmed' || status === 'held'
  const used = visits.filter(({ status }) => !isReserved(status))
  return {
    reserved: visits.length - used.length,
    used: used.length,
    usedCents: used.reduce((sum, { valueCents }) => sum + valueCents, 0),
    lapsed,
    lapsedCents,
  }
}

/**
 * What a person has at the centre, as its member sees it, each with the visits that the member sees: a professional sees the packages that
 * they give, and of these their own visits.
 * @throws contacts.not_found
 */
export async function listPackagesOfPerson(
  platform: Platform,
  { person, ...request }: { centerId: string; userId: string; person: PersonRef },
): Promise<{ member: Member; packages: { row: PackageRow; visits: Visit[] }[] }> {
  const { db } = platform
  const member = await requireMember(db, request)
  const contact = await requireContact(platform, { member, person })
  const rows = await listOfBuyer(db, { ...request, ...buyerOf(contact) })
  if (seesWholeCenter(member)) return { member, packages: rows.map((row) => ({ row, visits: row.visits })) }
  const { professionalId } = member
  if (professionalId === null) return { member, packages: [] }
  const given = await Promise.all(rows.map((row) => isGivenBy(db, { ...row, professionalId })))
  const ownVisits = ({ visits }: PackageRow) => visits.filter((visit) => visit.professionalId === professionalId)
  const packages = rows.filter((_, at) => given[at]).map((row) => ({ row, visits: ownVisits(row) }))
  return { member, packages }
}
