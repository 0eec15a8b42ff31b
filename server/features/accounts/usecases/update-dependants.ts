import { zone } from '#contract/calendar.ts'
import { maxDependants } from '#contract/dependant-words.ts'
import { failField, failRequest } from '#contract/errors.ts'
import { lockUser } from '#server/features/auth/repository/users.ts'
import { newId } from '#server/platform/ids.ts'
import { localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { requireVersion, versionOf } from '#server/platform/version.ts'
import { fail } from '../accounts.errors.ts'
import * as dependants from '../repository/dependants.ts'
import { isOtherPerson, isSameIdentity, type OnNewIdentity } from '../rules/person.ts'

/** More than any parent corrects, and few enough to stop a script that tells professionals of each change. */
const editLimit = { name: 'accounts.dependant_edits', limit: 60, windowSeconds: 3600 }

export type DependantDetails = { fullName: string; birthDate: string; relation: string }

export async function createDependant(
  platform: Platform,
  input: { userId: string; details: DependantDetails },
): Promise<dependants.Dependant> {
  return platform.db.transaction().execute(async (tx) => {
    // Serialises simultaneous requests before the count.
    if (!(await lockUser(tx, input.userId))) throw failRequest('session.missing')
    return addDependant(tx, { platform, ...input })
  })
}

/**
 * A part of a transaction that has locked the account with lockUser(). `path`: of the details in the request, with a dot.
 * @throws dependants.too_many
 */
export async function addDependant(
  tx: Tx,
  { platform, path = '', ...input }: { platform: Platform; userId: string; details: DependantDetails; path?: string },
): Promise<dependants.Dependant> {
  requireBorn(platform, input.details, path)
  if ((await dependants.countDependants(tx, input)) >= maxDependants) throw fail('dependants.too_many')
  return dependants.insertDependant(tx, { ...input, id: newId(), now: platform.clock.now() })
}

/**
 * `onNewIdentity` runs in the transaction before the name or the birth date changes. Of a dependant who had a visit, one of them
 * changes at a time: both would make another person of the one whom centres know.
 * @throws dependants.not_found, dependants.other_person and the refusal of an outdated version
 */
export async function updateDependant(
  platform: Platform,
  input: {
    userId: string
    dependantId: string
    details: DependantDetails
    version?: string
    onNewIdentity: OnNewIdentity
  },
): Promise<dependants.Dependant> {
  requireBorn(platform, input.details)
  await countAttempt(platform, { ...editLimit, key: input.userId })
  return platform.db.transaction().execute(async (tx) => {
    const before = await dependants.lockDependant(tx, input)
    if (!before) throw fail('dependants.not_found')
    requireVersion({ seen: input.version, current: dependantVersion(before), next: dependantVersion(input.details) })
    const { details: after } = input
    if (isOtherPerson(before, after) && (await dependants.hasVisited(tx, input))) throw fail('dependants.other_person')
    if (!isSameIdentity(before, after)) await input.onNewIdentity(tx, { attendeeId: before.id, before, after })
    const updated = await dependants.updateDependant(tx, input)
    if (!updated) throw fail('dependants.not_found')
    return updated
  })
}

export function dependantVersion({ fullName, birthDate, relation }: DependantDetails): string {
  return versionOf({ fullName, birthDate, relation })
}

/** Hides a dependant whom past appointments refer to, so that these stay complete; deletes any other. */
export async function removeDependant(
  platform: Platform,
  input: { userId: string; dependantId: string },
): Promise<void> {
  const now = platform.clock.now()
  await platform.db.transaction().execute(async (tx) => {
    if (!(await dependants.lockDependant(tx, input))) throw fail('dependants.not_found')
    const { hasUpcoming, hasAny } = await dependants.findHistoryOfDependant(tx, { ...input, now })
    if (hasUpcoming) throw fail('dependants.has_appointments')
    if (hasAny) await dependants.markRemoved(tx, { ...input, now })
    else await dependants.deleteDependant(tx, input)
  })
}

/** The date in Montevideo decides: in the evening it is already tomorrow in UTC. */
function requireBorn(platform: Platform, { birthDate }: DependantDetails, path = ''): void {
  if (birthDate <= localDay({ instant: platform.clock.now(), zone })) return
  throw failField(`${path}birthDate`, 'La fecha está en el futuro')
}
