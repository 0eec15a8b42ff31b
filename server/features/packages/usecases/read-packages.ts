import type { PersonRef } from '#contract/agenda.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import { requireContact } from '#server/features/contacts/usecases/list-contacts.ts'
import type { Platform } from '#server/platform/platform.ts'
import { listOfBuyer, type PackageRow } from '../repository/packages.ts'
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

/** What a person has at the centre, as its member sees it. @throws contacts.not_found */
export async function listPackagesOfPerson(
  platform: Platform,
  { person, ...request }: { centerId: string; userId: string; person: PersonRef },
) {
  const member = await requireMember(platform.db, request)
  const contact = await requireContact(platform, { member, person })
  return { member, rows: await listOfBuyer(platform.db, { ...request, ...buyerOf(contact) }) }
}
