import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import type { Coordinates, Geocoder, NewCenter } from '../centers.types.ts'
import * as repository from '../repository/centers.ts'
import * as ofOwner from '../repository/of-owner.ts'
import { departmentOf } from '../rules/centers.ts'

/** The centre of an account, neither approved nor public yet, with the account as its owner: in the caller's transaction. */
export async function createCenter(tx: Tx, input: { center: NewCenter; now: Date }): Promise<void> {
  await repository.insertCenter(tx, input)
}

/**
 * The centre that a sign-up names, in the caller's transaction: nobody sees it before its profile is complete and staff
 * approved it, so its address may be missing. Does nothing when the account has a centre.
 */
export async function createPendingCenter(
  tx: Tx,
  input: {
    ownerId: string
    centerName: string
    fullName: string
    email: string
    phone: string | null
    specialty: string | null
    now: Date
  },
): Promise<void> {
  if (await ofOwner.hasCenter(tx, input)) return
  const center: NewCenter = {
    ownerId: input.ownerId,
    name: input.centerName,
    ownerName: input.fullName,
    email: input.email,
    phone: input.phone,
    address: '',
    specialties: input.specialty === null ? [] : [input.specialty],
  }
  await repository.insertCenter(tx, { center, now: input.now })
}

/** As well as the gazetteer knows. Before a transaction: a geocoder may ask a slow stranger. */
export async function locateAddress(
  { db }: Platform,
  address: Parameters<Geocoder>[0],
): Promise<Coordinates | undefined> {
  return repository.gazetteer(db)(address)
}

/** The department of an address whose sender chose none. */
export async function findDepartment(
  { db }: Platform,
  address: { address: string; neighborhood: string | null },
): Promise<string> {
  return departmentOf(await repository.listPlaces(db), address)
}
