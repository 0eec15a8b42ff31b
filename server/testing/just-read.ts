import { dependantVersion } from '#server/features/accounts/usecases/update-dependants.ts'
import { profileVersion } from '#server/features/accounts/usecases/update-profile.ts'
import { requireEdited, versionOfCenter } from '#server/features/centers/repository/practice.ts'
import { listTeam } from '#server/features/centers/usecases/find-professional.ts'
import { listAvailability } from '#server/features/centers/usecases/list-availability.ts'
import { listServicesOfCenter } from '#server/features/centers/usecases/update-services.ts'
import { findContact } from '#server/features/contacts/repository/people.ts'
import { contactVersion } from '#server/features/contacts/rules/facts.ts'
import { readCenterTaxData, readOwnTaxData } from '#server/features/invoicing/usecases/tax-data.ts'
import { agreementVersion, rewardVersion } from '#server/features/loyalty/loyalty.rules.ts'
import { findReward } from '#server/features/loyalty/repository/rewards.ts'
import { promotionVersion } from '#server/features/promotions/promotions.policy.ts'
import { findPromotion } from '#server/features/promotions/repository/promotions.ts'
import type { Platform } from '#server/platform/platform.ts'
import { readMerge } from '#server/processes/merge-guests.ts'

type Seen = { version?: string; seen?: object }
type Ids = Readonly<Record<string, string>>

type Reader = (platform: Platform, input: Ids, userId: string) => Promise<Seen>

async function versionOfContact(db: Platform['db'], contact: Parameters<typeof findContact>[1]) {
  const row = await findContact(db, contact)
  return { version: row && contactVersion(row) }
}

/** What an honest caller has read before each edit, by the name of its route. Ids that exist nowhere have no version. */
const readers = {
  updateProfessional: async ({ db }, { centerId = '', professionalId }) => ({
    version: (await listTeam(db, { centerId })).find(({ id }) => id === professionalId)?.version,
  }),
  updateService: async ({ db }, { centerId = '', serviceId }) => ({
    version: (await listServicesOfCenter(db, { centerId })).find(({ id }) => id === serviceId)?.version,
  }),
  setHours: async (platform, { centerId = '', professionalId }) => ({
    version: (await listAvailability(platform, { centerId, professionalId }))[0]?.version,
  }),
  mergeGuests: async ({ db }, { centerId = '', guestId = '', otherId = '' }) => ({
    version: await readMerge(db, { centerId, keptId: guestId, mergedId: otherId }).then(
      (merge) => merge.version,
      () => undefined,
    ),
  }),
  updateFacts: ({ db, clock }, { centerId = '', kind, personId = '' }) =>
    versionOfContact(db, {
      centerId,
      person: { kind: kind === 'dependant' ? kind : 'patient', id: personId },
      now: clock.now(),
    }),
  updateGuest: ({ db, clock }, { centerId = '', guestId = '' }) =>
    versionOfContact(db, { centerId, person: { kind: 'guest', id: guestId }, now: clock.now() }),
  updateProfile: async ({ db }, _input, userId) => {
    const columns = ['full_name', 'phone', 'address', 'emergency_contact'] as const
    const row = await db.selectFrom('profiles').select(columns).where('id', '=', userId).executeTakeFirst()
    return { version: row && profileVersion(row) }
  },
  updateCenter: async ({ db }, { centerId = '' }) => ({ version: (await readCenterTaxData(db, { centerId })).version }),
  updateOwn: async ({ db }, _input, userId) => ({ version: (await readOwnTaxData(db, { userId })).version }),
  updateReward: async ({ db }, { rewardId = '' }) => {
    const row = await findReward(db, { rewardId })
    return { version: row && rewardVersion(row) }
  },
  answerReward: async ({ db }, { rewardId = '' }) => {
    const row = await findReward(db, { rewardId })
    return { version: row && agreementVersion(row) }
  },
  redeem: async ({ db }, { rewardId = '' }) => {
    const row = await findReward(db, { rewardId })
    const { pointsCost = 1, discountType = 'percentage', discountValue = 1, maximumCents = null } = row ?? {}
    const { name = 'Una', description = null } = row ?? {}
    return { seen: { name, description, pointsCost, discountType, discountValue, maximumCents } }
  },
  update: async ({ db }, { centerId, dependantId, promotionId }) => {
    if (promotionId !== undefined) {
      const row = await findPromotion(db, { promotionId })
      return { version: row && promotionVersion(row) }
    }
    if (dependantId !== undefined) {
      const columns = ['full_name as fullName', 'birth_date as birthDate', 'relation'] as const
      const row = await db.selectFrom('dependants').select(columns).where('id', '=', dependantId).executeTakeFirst()
      return { version: row && dependantVersion(row) }
    }
    if (centerId === undefined) return {}
    return { version: versionOfCenter(await db.transaction().execute((tx) => requireEdited(tx, { centerId }))) }
  },
} satisfies Record<string, Reader>

const readersByName = new Map<string, Reader>(Object.entries(readers))

/** The version, or the terms, that a caller would send who has just read what the request is about. */
export async function readBefore(
  platform: Platform,
  { route, input, userId = '' }: { route: string; input: object; userId?: string },
): Promise<Seen> {
  const reader: Reader | undefined = readersByName.get(route.slice(route.lastIndexOf('.') + 1))
  const seen = await reader?.(platform, input as Ids, userId)
  return { ...seen, ...(seen && 'version' in seen && { version: seen.version ?? 'unknown' }) }
}

/** Clients of several nouns have their routes one level deeper. */
const nouns = ['accounts', 'loyalty', 'promotions'] as const

type Route = (input: never, ...rest: never[]) => unknown
type Loose<Client> = {
  [Name in keyof Client]: Name extends keyof typeof readers
    ? Client[Name] extends Route
      ? (input: LooseInput<Parameters<Client[Name]>[0]>) => ReturnType<Client[Name]>
      : Client[Name]
    : Name extends (typeof nouns)[number]
      ? Loose<Client[Name]>
      : Client[Name]
}
type LooseInput<Input> = Input extends { version: string }
  ? Omit<Input, 'version'> & { version?: string }
  : Input extends { seen: object }
    ? Omit<Input, 'seen'> & { seen?: Input['seen'] }
    : Input

/** The client of a caller who reads before each edit, so that a test about something else names no version. */
export function justRead<Client extends object>(platform: Platform, client: Client, userId?: string): Loose<Client> {
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof name !== 'string' || (typeof value !== 'object' && typeof value !== 'function') || value === null)
        return value
      if ((nouns as readonly string[]).includes(name)) return justRead(platform, value, userId)
      if (!readersByName.has(name)) return value
      return async (input: object) =>
        (value as (input: object) => unknown)({
          ...(await readBefore(platform, { route: name, input, userId })),
          ...input,
        })
    },
  }) as unknown as Loose<Client>
}
