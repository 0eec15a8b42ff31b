import { zone } from '#contract/calendar.ts'
import { maxDependants } from '#contract/dependants.ts'
import { failField, failRequest } from '#contract/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'

import { fail } from '../accounts.errors.ts'
import * as dependants from '../repository/dependants.ts'
import { lockUser } from '../repository/users.ts'

type Details = { fullName: string; birthDate: string; relation: string }

export async function addDependant(
  platform: Platform,
  o: { userId: string; details: Details },
): Promise<dependants.Dependant> {
  requireBorn(platform, o.details)
  return platform.db.transaction().execute(async (tx) => {
    // Two at once count one after the other.
    if (!(await lockUser(tx, o.userId))) throw failRequest('session.missing')
    if ((await dependants.countDependants(tx, o)) >= maxDependants) throw fail('dependants.too_many')
    return dependants.insertDependant(tx, { ...o, id: newId(), now: platform.clock.now() })
  })
}

export async function changeDependant(
  platform: Platform,
  o: { userId: string; dependantId: string; details: Details },
): Promise<dependants.Dependant> {
  requireBorn(platform, o.details)
  const changed = await dependants.updateDependant(platform.db, o)
  if (!changed) throw fail('dependants.not_found')
  return changed
}

/** Somebody whom past appointments name is only hidden, so that these stay whole. */
export async function removeDependant(platform: Platform, o: { userId: string; dependantId: string }): Promise<void> {
  const now = platform.clock.now()
  await platform.db.transaction().execute(async (tx) => {
    if (!(await dependants.lockDependant(tx, o))) throw fail('dependants.not_found')
    const { any, ahead } = await dependants.findAppointmentsOf(tx, { ...o, now })
    if (ahead) throw fail('dependants.has_appointments')
    if (any) await dependants.markRemoved(tx, { ...o, now })
    else await dependants.deleteDependant(tx, o)
  })
}

/** By the day in Montevideo: in the evening, elsewhere it is tomorrow already. */
function requireBorn(platform: Platform, { birthDate }: Details): void {
  if (birthDate <= localDay({ instant: platform.clock.now(), zone })) return
  throw failField('birthDate', 'La fecha está en el futuro')
}
