import { sql } from 'kysely'
import type { Tx } from '#server/platform/postgres/database.ts'
import { visible } from './center-conditions.ts'

export type CandidateRow = {
  id: string
  name: string
  specialties: string[]
  rating: number
  totalReviews: number
  latitude: number | null
  longitude: number | null
  isPinExact: boolean
}

/** What a recommendation reads of each centre. Without those whose licence has lapsed on this day. */
export async function listCandidates(
  tx: Tx,
  { centerIds, today }: { centerIds: readonly string[]; today: string },
): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    select id, center_name as name, specialties, rating, total_reviews as "totalReviews", latitude, longitude,
      is_pin_exact as "isPinExact"
    from center_profiles
    where id = any(${centerIds}::uuid[]) and ${visible} and not license_lapsed(id, services, ${today}::date)`.execute(
    tx,
  )
  return rows
}
