import { zone } from '#contract/calendar.ts'
import { lastDayOf } from '#server/features/payments/rules/months.ts'
import { spanOf } from '#server/features/payments/rules/revenue.ts'
import { localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { lockInTransaction } from '#server/platform/postgres/advisory-lock.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { insertDocuments, keyOfSource, listOfSources } from '../repository/documents.ts'
import { listMovements, listMovementsOfVisit } from '../repository/movements.ts'
import { type CenterRevision, findOfCenter } from '../repository/tax-data.ts'
import { type Movement, missingDocuments } from '../rules/documents.ts'

type Part = Pick<Platform, 'clock' | 'settings'>
type OfMonth = { centerId: string; month: string }

/** Creates what a month's documents lack. Nothing without tax data. `month`: its first day. */
export async function createOfMonth(tx: Tx, platform: Part, { centerId, month }: OfMonth): Promise<void> {
  const { from, end: to } = spanOf({ from: month, to: lastDayOf(month), zone })
  await create(tx, { ...platform, centerId, list: () => listMovements(tx, { centerId, from, to }) })
}

/**
 * Creates what the documents of a decided visit lack. Called before and after something is given back: each refund then has a note of
 * its own, with its own day.
 * Nothing without tax data.
 */
export async function createOfVisit(
  tx: Tx,
  platform: Part,
  visit: { centerId: string; appointmentId: string },
): Promise<void> {
  await create(tx, { ...platform, centerId: visit.centerId, list: () => listMovementsOfVisit(tx, visit) })
}

type Creation = Part & { centerId: string; list: () => Promise<Movement[]> }

async function create(tx: Tx, { clock, settings, centerId, list }: Creation): Promise<void> {
  const issuer = await findOfCenter(tx, { centerId })
  if (!issuer) return
  // What is read afterwards has the documents of the transaction that held the lock before.
  await lockInTransaction(tx, { kind: 'fiscal-documents', id: centerId })
  await insertMissing(tx, { issuer, centerId, movements: await list(), now: clock.now(), settings })
}

type Missing = Pick<Part, 'settings'> & {
  issuer: CenterRevision
  centerId: string
  movements: readonly Movement[]
  now: Date
}

async function insertMissing(tx: Tx, { issuer, centerId, movements, now, settings }: Missing): Promise<void> {
  const stored = await listOfSources(tx, { centerId, movements })
  const conditions = {
    today: localDay({ instant: now, zone }),
    identifiedFromCents: settings.receiverFromPesos * 100,
  }
  const documents = movements.flatMap((movement) =>
    missingDocuments(movement, stored.get(keyOfSource(movement)) ?? [], conditions),
  )
  await insertDocuments(tx, { centerId, revision: issuer.revision, documents, now })
}
