import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { occupyingStatuses } from '#contract/appointments.ts'
import type { Span } from '#server/platform/local-time.ts'
import { alphabetical } from '#server/platform/postgres/alphabetical.ts'
import { builtOnce } from '#server/platform/postgres/built-query.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { literals } from '#server/platform/postgres/lists.ts'
import type { AgendaScope } from './agenda.ts'
import { hoursOf } from './free-times.ts'
import { range } from './range.ts'

/** `professionalId`: null for all professionals. */
type Team = Span & { centerId: string; professionalId: string | null }

/** The active professionals, and the inactive ones who have an appointment in the span. */
export function listAgendaTeam(db: Db | Tx, scope: AgendaScope & Span) {
  return team(db, { ...scope, professionalId: scope.professionalId ?? null })
}

const team = builtOnce((db, { centerId, professionalId, startsAt, endsAt }: Team) =>
  db
    .selectFrom('professionals')
    .where('center_id', '=', centerId)
    .where(isOneOrAll(professionalId))
    .where((eb) =>
      eb.or([
        eb('is_active', '=', sql.lit(true)),
        eb.exists(
          eb
            .selectFrom('appointments')
            .select('appointments.id')
            .whereRef('appointments.professional_id', '=', 'professionals.id')
            .where('appointments.status', 'in', literals(occupyingStatuses))
            .where(sql<boolean>`appointments.during && ${range({ startsAt, endsAt })}`),
        ),
      ]),
    )
    .select(['id', 'full_name as name', 'photo_url as photoUrl', 'is_active as isActive', 'modalities'])
    .select((eb) => [
      hoursOf('professionals.id').as('hours'),
      jsonArrayFrom(
        eb
          .selectFrom('services')
          .whereRef('services.professional_id', '=', 'professionals.id')
          .where('services.is_active', '=', sql.lit(true))
          .orderBy(alphabetical('services.name'))
          .orderBy('services.id')
          .select(['services.id', 'services.name', 'price as priceCents', 'duration_minutes as durationMinutes']),
      ).as('services'),
    ])
    .orderBy(alphabetical('full_name'))
    .orderBy('id'),
)

export function listTimeOff(db: Db | Tx, scope: AgendaScope & Span) {
  return timeOff(db, { ...scope, professionalId: scope.professionalId ?? null })
}

const timeOff = builtOnce((db, { centerId, professionalId, startsAt, endsAt }: Team) =>
  db
    .selectFrom('professionals')
    .innerJoin('time_off', 'time_off.professional_id', 'professionals.id')
    .where('professionals.center_id', '=', centerId)
    .where(isOneOrAll(professionalId))
    .where(sql<boolean>`time_off.during && ${range({ startsAt, endsAt })}`)
    .select(['time_off.id', 'time_off.professional_id as professionalId', 'time_off.reason'])
    .select([sql<Date>`lower(time_off.during)`.as('startsAt'), sql<Date>`upper(time_off.during)`.as('endsAt')])
    .orderBy(sql`lower(time_off.during)`)
    .orderBy('time_off.id'),
)

function isOneOrAll(professionalId: string | null) {
  return sql<boolean>`(${professionalId}::uuid is null or professionals.id = ${professionalId})`
}
