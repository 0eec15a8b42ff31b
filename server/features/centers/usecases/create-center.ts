import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import type { Coordinates, Geocoder, NewCenter } from '../centers.types.ts'
import * as repository from '../repository/centers.ts'
import * as ofOwner from '../repository/of-owner.ts'

/** Makes the centre of an account, neither approved nor public yet, with the account as its owner. */
export async function createCenter(
  platform: Platform,
  { geocoder = repository.gazetteer(platform.db), ...center }: NewCenter & { geocoder?: Geocoder },
): Promise<{ centerId: string }> {
  const { address, neighborhood = null, department = 'Montevideo' } = center
  // Before the transaction: a geocoder may ask a slow stranger.
  const coordinates = center.coordinates ?? (await geocoder({ address, neighborhood, department }))
  await platform.db
    .transaction()
    .execute((tx) => repository.insertCenter(tx, { center, coordinates, now: platform.clock.now() }))
  return { centerId: center.ownerId }
}

/** As createCenter, in the caller's transaction; `center` brings its coordinates along, if somebody knows them. */
export async function createCenterIn(tx: Tx, { center, now }: { center: NewCenter; now: Date }): Promise<void> {
  await repository.insertCenter(tx, { center, coordinates: center.coordinates, now })
}

/**
 * The centre that a sign-up names, in the caller's transaction: nobody sees it before its profile is complete and staff
 * approved it, so its address may be missing. Does nothing when the account has a centre.
 */
export async function createPendingCenter(
  tx: Tx,
  o: {
    ownerId: string
    centerName: string
    fullName: string
    email: string
    phone: string | null
    specialty: string | null
    now: Date
  },
): Promise<void> {
  if (await ofOwner.hasCenter(tx, o)) return
  const center: NewCenter = {
    ownerId: o.ownerId,
    name: o.centerName,
    ownerName: o.fullName,
    email: o.email,
    phone: o.phone,
    address: '',
    specialties: o.specialty === null ? [] : [o.specialty],
  }
  await repository.insertCenter(tx, { center, coordinates: undefined, now: o.now })
}

/** As well as the gazetteer knows. Before a transaction: a geocoder may ask a slow stranger. */
export async function locateAddress(
  { db }: Platform,
  address: Parameters<Geocoder>[0],
): Promise<Coordinates | undefined> {
  return repository.gazetteer(db)(address)
}
