import type { PersonRef } from '#contract/agenda.ts'
import { zone } from '#contract/calendar.ts'
import { exportedHeads } from '#contract/patient-columns.ts'
import { taxNumberText } from '#contract/tax-numbers.ts'
import { listText } from '#contract/typed-lists.ts'
import { requireOwner } from '#server/features/centers/usecases/require-member.ts'
import { csvDay, csvHead, csvLines } from '#server/platform/csv.ts'
import { newId } from '#server/platform/ids.ts'
import { localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countAttempt, requireAttemptLeft } from '#server/platform/rate-limit.ts'
import { insertExport } from '../repository/exports.ts'
import { listContacts } from '../repository/people.ts'

const limit = { name: 'contacts.exported', limit: 10, windowSeconds: 3600 }
/** The number of rows per query, each of which compares all people of the centre. */
const batch = 10_000
const heads = exportedHeads
const columns = [
  heads.name,
  heads.phone,
  heads.email,
  'tipo',
  'visitas',
  'última visita',
  'próxima visita',
  heads.note,
  'a cargo de',
  'relación',
  heads.birthDate,
  heads.cedula,
  heads.cover,
  heads.tags,
  'inasistencias',
]

const kindWords: Record<PersonRef['kind'], string> = {
  patient: 'Con cuenta',
  dependant: 'Persona a cargo',
  guest: 'Sin cuenta',
}

/** A day as in the other columns: 04/05/2019. */
const writtenDay = (day: string) => day.split('-').toReversed().join('/')

/** Refuses what exportContacts would refuse. @throws centers.not_found, centers.owner_only, request.too_many */
export async function requireContactsExport(
  platform: Platform,
  input: { userId: string; centerId: string },
): Promise<void> {
  await requireOwner(platform.db, input)
  await requireAttemptLeft(platform, { ...limit, key: input.userId })
}

/**
 * All patients, dependants and guests of the centre as CSV, by name, for its owner: what the list of patients shows, and nothing of a
 * clinical record. Each download is recorded.
 * @throws centers.not_found, centers.owner_only, request.too_many
 */
export async function exportContacts(
  platform: Platform,
  input: { userId: string; centerId: string },
): Promise<{ fileName: string; csv: string }> {
  const { centerId, userId } = input
  const { db, clock } = platform
  await requireOwner(db, input)
  await countAttempt(platform, { ...limit, key: userId })
  const now = clock.now()
  const dayOf = csvDay(zone)
  const dayOrNothing = (instant: Date | null) => (instant ? dayOf(instant) : '')
  const parts = [csvHead(columns)]
  let people = 0
  let after: string | undefined
  do {
    const query = { words: [], digits: undefined }
    const rows = await listContacts(db, { centerId, query, limit: batch, after, now })
    parts.push(
      csvLines(
        rows.map((row) => [
          row.name,
          row.phone ?? '',
          row.email ?? '',
          kindWords[row.kind],
          String(row.visits),
          dayOrNothing(row.lastVisit),
          dayOrNothing(row.nextVisit),
          row.note ?? '',
          row.dependant?.guardianName ?? '',
          row.dependant?.relation ?? '',
          writtenDay(row.birthDate ?? ''),
          row.cedula ? taxNumberText({ kind: 'ci', number: row.cedula }) : '',
          row.cover,
          listText(row.tags),
          String(row.noShows),
        ]),
      ),
    )
    people += rows.length
    after = rows.length < batch ? undefined : rows.at(-1)?.id
  } while (after !== undefined)
  await insertExport(db, { id: newId(), centerId, userId, people, now })
  return { fileName: `pacientes-${localDay({ instant: now, zone })}.csv`, csv: parts.join('') }
}
