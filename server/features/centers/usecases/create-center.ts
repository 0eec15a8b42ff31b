import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import type { Coordinates, Geocoder, NewCenter } from '../centers.types.ts'
import * as repository from '../repository/centers.ts'
import * as ofOwner from '../repository/of-owner.ts'
import { departmentOf } from '../rules/centers.ts'

/** Creates the centre of an account in the caller's transaction, neither approved nor public, with the account as owner. */
export async function createCenter(tx: Tx, input: { center: NewCenter; now: Date }): Promise<void> {
  await repository.insertCenter(tx, input)
}

/**
 * Creates the centre that a sign-up names, in the caller's transaction. Its address may be missing, because the centre is
 * hidden until its profile is complete and staff have approved it. Does nothing when the account has a centre.
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

/** As exact as the gazetteer knows. Call it before a transaction, because a geocoder may wait for a slow service. */
export async function locateAddress(
  { db }: Platform,
  address: Parameters<Geocoder>[0],
): Promise<Coordinates | undefined> {
  return repository.gazetteer(db)(address)
}

/** The department of an address that was sent without one. */
export async function findDepartment(
  { db }: Platform,
  address: { address: string; neighborhood: string | null },
): Promise<string> {
  return departmentOf(await repository.listPlaces(db), address)
}
