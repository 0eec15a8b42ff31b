import type { CenterEdit as EditOfContract } from '#contract/centers.ts'
import type { ServiceSlug } from '#contract/specialties.ts'
import type { modalities } from '#contract/values.ts'
import type { EditedCenter } from './repository/editable-columns.ts'

export type Modality = (typeof modalities)[number]

export type Coordinates = { latitude: number; longitude: number }

/** Where an address lies, as well as somebody knows; undefined when nobody does. */
export type Geocoder = (input: {
  address: string
  neighborhood: string | null
  department: string
}) => Promise<Coordinates | undefined>

export type Place = Coordinates & {
  slug: string
  name: string
  kind: 'neighborhood' | 'city' | 'department'
  department: string
}

/** What cards and profile read of a centre. */
export type CenterRow = EditedCenter & {
  id: string
  verified: boolean
  complianceStatus: string
  approvedAt: Date | null
  /** The licence that it needs was rejected or has lapsed. */
  isLicenseLapsed: boolean
  rating: number
  totalReviews: number
  services: ServiceSlug[]
  servicesCount: number
  priceFromCents: number | null
  latitude: number | null
  longitude: number | null
  coverUrl: string | null
  logoUrl: string | null
}

export type NewCenter = {
  /** An account of the kind center that has no centre yet; its id becomes the centre's. */
  ownerId: string
  name: string
  email: string
  ownerName?: string
  phone?: string | null
  address: string
  neighborhood?: string | null
  department?: string
  description?: string
  specialties?: readonly string[]
  modalities?: readonly Modality[]
  languages?: readonly string[]
  /** None when nobody knows where it is: see locateAddress(). */
  coordinates?: Coordinates | undefined
  website?: string | null
  instagram?: string | null
  facebook?: string | null
  alternativeEmail?: string | null
  coverUrl?: string | null
  logoUrl?: string | null
  /** Minutes that a new service is offered with. */
  sessionDuration?: number
  /** Shown once staff has approved it. */
  isPublic?: boolean
  confirmsManually?: boolean
  lateRefundPercent?: 0 | 50 | 100
  cancellationPolicy?: string
}

/** What the owner corrects; empty texts mean that there is none. */
export type CenterEdit = Readonly<EditOfContract>
