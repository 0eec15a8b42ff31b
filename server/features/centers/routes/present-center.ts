import type { CenterCard, CenterSearchResult } from '#contract/center-search.ts'
import type { CenterOnboarding, CenterProfile, OwnCenter } from '#contract/centers.ts'
import type { Membership } from '#contract/memberships.ts'
import { cheapest } from '#server/features/search/rules/fitting-services.ts'
import type { CardOffer } from '#server/features/search/usecases/find-card-offers.ts'
import type { searchCenters } from '#server/features/search/usecases/search-centers.ts'
import { mergeWeeklyIntervals } from '#server/platform/local-time.ts'
import { dashboardAbilities } from '../centers.policy.ts'
import type { CenterRow } from '../centers.types.ts'
import { editable, inProfile } from '../repository/editable-columns.ts'
import type { MembershipRow } from '../repository/members.ts'
import type { findOnboarding } from '../repository/of-owner.ts'
import { excerpt, hasBadge } from '../rules/centers.ts'
import type { readOwnCenter } from '../usecases/read-practice.ts'
import type { readCenterProfile } from '../usecases/read-profile.ts'

type CardOnlyField =
  | 'distanceMeters'
  | 'nextTimes'
  | 'offer'
  | 'professional'
  | 'reasons'
  | 'cancelledShare'
  | 'team'
  | 'teamSize'

/** The fields that a card and a profile share. */
function presentCenter(row: CenterRow): Omit<CenterCard, CardOnlyField> {
  return {
    id: row.id,
    name: row.name,
    verified: hasBadge(row),
    rating: row.rating,
    totalReviews: row.totalReviews,
    specialties: row.specialties,
    services: row.services,
    servicesCount: row.servicesCount,
    modalities: row.modalities,
    description: row.description,
    address: row.address,
    neighborhood: row.neighborhood,
    department: row.department,
    latitude: row.latitude,
    longitude: row.longitude,
    coverUrl: row.coverUrl,
    phone: row.phone,
    website: row.website,
    priceFromCents: row.priceFromCents,
    takesBookings: !row.isLicenseLapsed,
  }
}

export function presentSearch({ items, ...page }: Awaited<ReturnType<typeof searchCenters>>): CenterSearchResult {
  return {
    ...page,
    items: items.map(({ center, distanceMeters, offer, reasons, cancelledShare }) => ({
      ...presentCenter(center),
      description: excerpt(center.description),
      distanceMeters,
      offer: offer ? presentOffer(offer) : null,
      professional: offer?.professional ?? null,
      reasons,
      cancelledShare,
      team: center.team,
      teamSize: center.teamSize,
      nextTimes: (offer?.times ?? []).map(({ startsAt, serviceId, professionalId }) => ({
        startsAt: startsAt.toISOString(),
        serviceId,
        professionalId,
      })),
    })),
  }
}

function presentOffer({ group }: CardOffer): CenterCard['offer'] {
  const [{ name, durationMinutes }] = group
  const priceCents = cheapest(group)
  return { name, durationMinutes, priceCents, samePrice: group.every((each) => each.priceCents === priceCents) }
}

type ProfileRead = Awaited<ReturnType<typeof readCenterProfile>>

/** The centre's page, as every visitor reads it. */
export function presentProfile({
  row,
  hours,
  ...profile
}: ProfileRead & Pick<CenterProfile, 'reviewsByStars'>): CenterProfile {
  return {
    ...presentCenter(row),
    ...inProfile(row),
    logoUrl: row.logoUrl,
    verifiedSince: hasBadge(row) ? (row.approvedAt?.toISOString() ?? null) : null,
    hours: mergeWeeklyIntervals(hours),
    ...profile,
  }
}

type OwnRead = Awaited<ReturnType<typeof readOwnCenter>>

/** The centre's form for its owner, with whether staff have approved the centre. */
export function presentOwnCenter({ row, isLicenseLapsed }: OwnRead): OwnCenter {
  const { approvedAt, complianceStatus, verified, services: _services, ...fields } = row
  return {
    ...editable.formValues(fields),
    version: editable.version(fields),
    isApproved: approvedAt !== null,
    verified: hasBadge({ verified, complianceStatus, isLicenseLapsed }),
  }
}

type OnboardingRow = NonNullable<Awaited<ReturnType<typeof findOnboarding>>>

export function presentOnboarding(row: OnboardingRow): CenterOnboarding {
  return {
    centerId: row.centerId,
    centerName: row.centerName,
    hasProfile: Boolean(row.hasProfile),
    hasAvailability: Boolean(row.hasAvailability),
    hasServices: Boolean(row.hasServices),
    helpRequestedAt: row.helpRequestedAt?.toISOString() ?? null,
  }
}

export function presentMembership(row: MembershipRow): Membership {
  return { ...row, ...dashboardAbilities(row) }
}
