import { failRequest } from '#contract/errors.ts'
import type { CenterTaxData, PatientTaxData, Receiver } from '#contract/tax-data.ts'
import { paddedCedula } from '#contract/tax-numbers.ts'
import { lockUser } from '#server/features/auth/repository/users.ts'
import { lockOwnCenter } from '#server/features/centers/usecases/require-member.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { requireVersion, versionOf } from '#server/platform/version.ts'
import * as repository from '../repository/tax-data.ts'

/** Each edit of a centre stays as a row. */
const editsOfCenter = { name: 'invoicing.center_edits', limit: 30, windowSeconds: 3600 }
const editsOfUser = { name: 'invoicing.edits', limit: 60, windowSeconds: 3600 }

/** The present revision and the last ones before it. */
const shownRevisions = 21

type OfCenter = { centerId: string }
type OfUser = { userId: string }

/** The caller has checked that the user owns the centre. */
export async function readCenterTaxData(db: Db | Tx, { centerId }: OfCenter) {
  const [stored, ...before] = await repository.listOfCenter(db, { centerId, limit: shownRevisions, order: 'desc' })
  if (!stored) return { version: centerVersion(undefined), data: null, changedAt: null, earlier: [] }
  const earlier = before.map((revision) => ({ ...dataOf(revision), changedAt: revision.changedAt }))
  return { version: centerVersion(stored), data: dataOf(stored), changedAt: stored.changedAt, earlier }
}

/** Adds a revision, so that it stays visible who issued the earlier documents. A repeated edit adds none. */
export async function updateCenterTaxData(
  platform: Platform,
  input: OfUser & OfCenter & { data: CenterTaxData; version: string },
): Promise<void> {
  await countAttempt(platform, { ...editsOfCenter, key: input.userId })
  await platform.db.transaction().execute(async (tx) => {
    await lockOwnCenter(tx, input)
    const before = await repository.findOfCenter(tx, input)
    const next = centerVersion(input.data)
    requireVersion({ seen: input.version, current: centerVersion(before), next })
    if (next === centerVersion(before)) return
    const revision = (before?.revision ?? 0) + 1
    await repository.insertRevision(tx, { ...input, revision, now: platform.clock.now() })
  })
}

function dataOf({ rut, legalName, address, city, department, branchCode }: CenterTaxData): CenterTaxData {
  return { rut, legalName, address, city, department, branchCode }
}

const centerVersion = (data: CenterTaxData | undefined) => versionOf(data ? { ...dataOf(data) } : {})

export async function readOwnTaxData(db: Db | Tx, { userId }: OfUser) {
  const data = await repository.findOfUser(db, { userId })
  return { version: ownVersion(data), data: data ?? null }
}

export async function updateOwnTaxData(
  platform: Platform,
  { userId, version, data }: OfUser & { version: string; data: PatientTaxData },
): Promise<void> {
  await countAttempt(platform, { ...editsOfUser, key: userId })
  await platform.db.transaction().execute(async (tx) => {
    if (!(await lockUser(tx, userId))) throw failRequest('session.missing')
    const before = await repository.findOfUser(tx, { userId })
    const after = storedForm(data)
    requireVersion({ seen: version, current: ownVersion(before), next: ownVersion(after) })
    await repository.setOfUser(tx, { userId, data: after })
  })
}

export async function removeOwnTaxData({ db }: Platform, { userId }: OfUser): Promise<void> {
  await repository.deleteOfUser(db, { userId })
}

/** A cédula has eight digits and no address, whatever the form still held. */
function storedForm({ kind, number, name, address, city, department }: PatientTaxData): Receiver {
  return kind === 'ci'
    ? { kind, number: paddedCedula(number), name, address: '', city: '', department: '' }
    : { kind, number, name, address, city, department }
}

const ownVersion = (data: Receiver | undefined) => versionOf(data ? { ...data } : {})
