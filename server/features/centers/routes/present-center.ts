import type { CenterCard } from '#contract/center-search.ts'
import type { CenterOnboarding, OwnCenter } from '#contract/centers.ts'
import type { Membership } from '#contract/memberships.ts'
import { dashboardAbilities } from '../centers.policy.ts'
import type { CenterRow } from '../centers.types.ts'
import { editable } from '../repository/editable-columns.ts'
import type { MembershipRow } from '../repository/members.ts'
import type { findOnboarding } from '../repository/of-owner.ts'
import { hasBadge } from '../rules/centers.ts'
import type { readOwnCenter } from '../usecases/read-own-center.ts'

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
export function presentCenter(row: CenterRow): Omit<CenterCard, CardOnlyField> {
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
