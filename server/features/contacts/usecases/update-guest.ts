import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import { requirePhone } from '#server/platform/phones.ts'
import type { Platform } from '#server/platform/platform.ts'
import { requireVersion } from '#server/platform/version.ts'
import { fail } from '../contacts.errors.ts'
import { scopeOf } from '../contacts.policy.ts'
import * as repository from '../contacts.repository.ts'
import { guestVersion } from '../contacts.rules.ts'
import type { ContactRow, NewGuest } from '../contacts.types.ts'

export async function updateGuest(
  platform: Platform,
  input: { userId: string; centerId: string; guestId: string; note: string; version?: string } & NewGuest,
): Promise<ContactRow> {
  const now = platform.clock.now()
  const phone = requirePhone({ phone: input.phone, field: 'phone' })
  return platform.db.transaction().execute(async (tx) => {
    const member = await requireMember(tx, input)
    const contact = { ...scopeOf(member), person: { kind: 'guest', id: input.guestId } as const, now }
    await repository.lockGuest(tx, input)
    const before = await repository.findContact(tx, contact)
    if (!before) throw fail('contacts.not_found')
    const next = guestVersion({ name: input.fullName, phone, email: input.email.toLowerCase(), note: input.note })
    requireVersion({ seen: input.version, current: guestVersion(before), next })
    await repository.updateGuest(tx, { ...input, phone, now })
    const row = await repository.findContact(tx, contact)
    if (!row) throw fail('contacts.not_found')
    return row
  })
}
