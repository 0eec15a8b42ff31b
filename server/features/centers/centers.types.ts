import type { CenterEdit as EditOfContract } from '#contract/centers.ts'
import type { CoverKey } from '#contract/cover-labels.ts'
import type { DepositRule } from '#contract/deposits.ts'
import type { modalities } from '#contract/modalities.ts'
import type { OfferedService, PricedService } from '#contract/services.ts'
import type { ServiceSlug } from '#contract/specialty-keys.ts'
import type { ProfessionalEdit as ProfessionalEditOfContract } from '#contract/team.ts'
import type { VatPercent } from '#contract/vat.ts'
import type { EditedCenter } from './repository/editable-columns.ts'

export type Modality = (typeof modalities)[number]

export type Coordinates = { latitude: number; longitude: number }

/** Returns the coordinates of an address, as exact as they are known; undefined when they are unknown. */
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

export type CenterRow = EditedCenter & {
  id: string
  hasPaymentAccount: boolean
  verified: boolean
  complianceStatus: string
  approvedAt: Date | null
  /** Whether its required licence was rejected or has expired. */
  isLicenseLapsed: boolean
  rating: number
  totalReviews: number
  services: ServiceSlug[]
  servicesCount: number
  priceFromCents: number | null
  latitude: number | null
  longitude: number | null
  /** Whether the owner set the pin on the map. */
  isPinExact: boolean
  coverUrl: string | null
  logoUrl: string | null
  /** Whether a professional attends by video call and has a room. */
  offersOnline: boolean
  /** At most three professionals, those with a photo first. */
  team: { name: string; photoUrl: string | null }[]
  teamSize: number
  worksAlone: boolean
}

export type NewCenter = {
  /** An account of the type center without a centre. Its id becomes the centre's. */
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
  covers?: readonly CoverKey[]
  /** Undefined when they are unknown: see locateAddress(). */
  coordinates?: Coordinates
  /** Whether the owner set these coordinates on the map; false by default. */
  isPinExact?: boolean
  website?: string | null
  /** The number is in the E.164 format. */
  whatsapp?: string | null
  instagram?: string | null
  facebook?: string | null
  alternativeEmail?: string | null
  coverUrl?: string | null
  logoUrl?: string | null
  /** The default duration of a new service, in minutes. */
  sessionDuration?: number
  /** Whether visitors see it once staff have approved it. */
  isPublic?: boolean
  confirmsManually?: boolean
  lateRefundPercent?: 0 | 50 | 100
  cancellationPolicy?: string
}

/** The fields that the owner edits. An empty text clears its column. */
export type CenterEdit = Readonly<EditOfContract>

export type NewProfessional = {
  centerId: string
  name: string
  /** The professional's own account, if there is one. */
  userId?: string | null
  photoUrl?: string | null
} & Partial<ProfessionalEdit>

/** The fields that the owner edits. An empty text clears its column. */
export type ProfessionalEdit = Readonly<ProfessionalEditOfContract>

/** Identifies a professional of this centre. A professional of another centre is not found. */
export type OfCenter = { centerId: string; professionalId: string }

/** Without its IVA, a service has the one of contract/vat.ts that the column has, too; without a rule about deposits, it asks none. */
export type NewService = OfCenter & Readonly<PricedService & Partial<DepositRule> & { vatPercent?: VatPercent }>

/** What the owner sends: without a rule about deposits, none is asked. */
export type ServiceChange = Readonly<PricedService & { vatPercent: VatPercent }> & {
  readonly [Name in keyof DepositRule]?: DepositRule[Name] | undefined
} & { readonly isActive: boolean }

/** The fields that the owner edits. */
export type ServiceEdit = Readonly<OfferedService> & { readonly isActive: boolean }
