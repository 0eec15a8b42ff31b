import { zone } from '#contract/calendar.ts'
import { api, withUserId } from '#server/api/procedures.ts'
import { agreedDeposit } from '#server/features/appointments/rules/deposits.ts'
import { fail } from '#server/features/centers/centers.errors.ts'
import * as centers from '#server/features/centers/repository/centers.ts'
import { listChecks } from '#server/features/centers/repository/checks.ts'
import * as publicProfile from '#server/features/centers/repository/public-profile.ts'
import { presentCenter } from '#server/features/centers/routes/present-center.ts'
import { hasBadge } from '#server/features/centers/rules/centers.ts'
import { approvedChecksOf } from '#server/features/centers/rules/publication.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import { countReviewsByStars } from '#server/features/reviews/usecases/reviews.ts'
import { fittingServices } from '#server/features/search/rules/fitting-services.ts'
import { localDay, mergeWeeklyIntervals } from '#server/platform/local-time.ts'
import { takesPayments } from '#server/platform/payment-gateway.ts'
import type { Platform } from '#server/platform/platform.ts'
import { pipelined } from '#server/platform/postgres/database.ts'

export const centerProfileRoutes = {
  centers: {
    get: api.centers.get.handler(async ({ input: { centerId }, context: { platform } }) =>
      presentProfile(await readCenterProfile(platform, { centerId, preview: false })),
    ),
  },
  practice: {
    preview: api.practice.preview.handler(async ({ input: { centerId }, context }) => {
      const { platform } = context
      await requireMember(platform.db, withUserId(context, { centerId }))
      return presentProfile(await readCenterProfile(platform, { centerId, preview: true }))
    }),
  },
  centerRecords: {
    preview: api.centerRecords.preview.handler(async ({ input: { centerId }, context: { platform } }) =>
      presentProfile(await readCenterProfile(platform, { centerId, preview: true })),
    ),
  },
}

/**
 * What the page of a centre shows. With `preview`, also when the centre is not visible yet.
 * @throws centers.not_found
 */
export async function readCenterProfile(
  platform: Platform,
  { centerId, preview }: { centerId: string; preview: boolean },
) {
  const db = pipelined(platform.db)
  const today = todayOf(platform)
  const [row, team, services, hours, unregulatedServices, checks, counts] = await Promise.all([
    preview ? centers.findCenter(db, { centerId, today }) : centers.findVisibleCenter(db, { centerId, today }),
    publicProfile.listPublicTeam(db, { centerId }),
    publicProfile.listServices(db, { centerId }),
    publicProfile.listHours(db, { centerId }),
    publicProfile.listUnregulated(db, { centerId }),
    listChecks(db, { centerId }),
    countReviewsByStars(db, { centerId }),
  ])
  if (!row) throw fail('centers.not_found')
  const paysOnline = takesPayments({ ...platform, ...row })
  const professionals = team.map((professional) => ({
    ...professional,
    services: services
      .filter((service) => service.professionalId === professional.id)
      .map((service) => ({ ...service, deposit: depositOf({ ...service, ...row }, { paysOnline }) })),
  }))
  const firstServiceId = findFirstService(professionals)
  return {
    row,
    professionals,
    firstServiceId,
    hours,
    unregulatedServices,
    approvedChecks: hasBadge(row) ? approvedChecksOf({ checks, today }) : [],
    ...counts,
    paysOnline,
  }
}

function depositOf(...[offer, payments]: Parameters<typeof agreedDeposit>) {
  const agreed = agreedDeposit(offer, payments)
  return agreed && { cents: agreed.depositCents, for: agreed.depositFor }
}

type Service = Awaited<ReturnType<typeof publicProfile.listServices>>[number]

/** The service that a visitor with no particular need most likely books first, or null when the visitor has to choose. */
function findFirstService(
  professionals: readonly { specialties: readonly string[]; services: Service[] }[],
): string | null {
  const offers = professionals.flatMap(({ specialties, services }) =>
    services.map((service) => ({ ...service, specialties: specialties.join(' ') })),
  )
  const [group] = fittingServices(offers, {})
  return group?.[0].id ?? null
}

function todayOf({ clock }: Platform): string {
  return localDay({ instant: clock.now(), zone })
}

type ProfileRead = Awaited<ReturnType<typeof readCenterProfile>>

/** The centre's page, as every visitor reads it. */
function presentProfile({ row, hours, ...profile }: ProfileRead) {
  return {
    ...presentCenter(row),
    verifiedSince: hasBadge(row) ? row.approvedAt : null,
    hours: mergeWeeklyIntervals(hours),
    ...profile,
  }
}
