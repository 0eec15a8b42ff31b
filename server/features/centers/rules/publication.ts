import { type CheckType, checkTypes } from '#contract/check-types.ts'
import { type ComplianceCheck, expiryWarningDays } from '#contract/compliance.ts'
import type { DocumentStatus, Publication } from '#contract/publication.ts'
import { recognizeSpecialties } from '#contract/recognize-specialties.ts'
import { specialties } from '#contract/specialties.ts'
import type { ServiceSlug } from '#contract/specialty-keys.ts'
import { addDays } from '#server/platform/local-time.ts'

type Part = Publication['parts'][number]
type Document = Publication['documents'][number]
/** Newest first. */
type Check = Pick<ComplianceCheck, 'type' | 'status' | 'expiryDate' | 'requestReason' | 'notes'> & { hasFile: boolean }

export type PublicationFacts = {
  description: string
  address: string
  phone: string | null
  hasExactPin: boolean
  hasLogo: boolean
  specialties: readonly string[]
  services: readonly ServiceSlug[]
  /** The kinds of service that need a licence by law. */
  regulated: ReadonlySet<ServiceSlug>
  hasHours: boolean
  hasServices: boolean
  hasBookableServices: boolean
  /** The rooms of the professionals who attend by video call. `missing for all`: without them nothing can be booked. */
  rooms: 'none needed' | 'missing for some' | 'missing for all' | 'complete'
  /** Each active professional has declared a registration number. */
  hasNumbers: boolean
  isPublic: boolean
  approvedAt: Date | null
  withdrawalReason: string | null
  isLicenseLapsed: boolean
  /** It works alone: repository/works-alone.ts. */
  isSolo: boolean
  checks: readonly Check[]
  /** The day has the form YYYY-MM-DD, and is that of Montevideo. */
  today: string
}

/** What prevents a centre from being published or booked. The approval and every screen that explains it use this rule. */
export function publicationOf(facts: PublicationFacts): Publication {
  const parts = partsOf(facts)
  const documents = documentsOf(facts)
  return {
    state: stateOf({ facts, parts, documents }),
    isApproved: facts.approvedAt !== null,
    approvedAt: facts.approvedAt?.toISOString() ?? null,
    withdrawalReason: facts.withdrawalReason,
    isSolo: facts.isSolo,
    parts,
    documents,
  }
}

/** What the owner must still provide before staff can approve the centre. */
export function missingForApproval({ parts, documents }: Pick<Publication, 'parts' | 'documents'>): string[] {
  return [
    // Whether the page is public is the owner's decision, and does not prevent the approval.
    ...parts.filter(({ key, neededFor, isDone }) => neededFor === 'publication' && key !== 'public' && !isDone),
    ...documents.filter(({ need, status }) => need === 'required' && status !== 'approved'),
  ].map((item) => ('key' in item ? item.key : item.type))
}

/**
 * The documents because of which a centre has no badge: required ones that are not approved or have expired, and uploaded
 * optional ones that have expired or were rejected.
 */
export function missingForBadge({ documents }: Pick<Publication, 'documents'>): CheckType[] {
  return documents
    .filter(({ need, status }) =>
      need === 'required' ? status !== 'approved' : status === 'expired' || status === 'rejected',
    )
    .map(({ type }) => type)
}

type DatedCheck = Pick<ComplianceCheck, 'type' | 'status' | 'expiryDate'> & { checkedAt: Date | null }

/** The newest document of each type that is approved and has not expired. `checks` must be sorted newest first. */
export function approvedChecksOf({
  checks,
  today,
}: {
  checks: readonly DatedCheck[]
  today: string
}): { type: CheckType; checkedAt: Date }[] {
  return checkTypes.flatMap((type) => {
    const check = checks.find((each) => each.type === type && isValid(each, today))
    return check?.checkedAt ? [{ type, checkedAt: check.checkedAt }] : []
  })
}

type Kind = { isRegulated: boolean; isUnregulated: boolean; isUnknown: boolean }

/** The services decide, or the specialties as long as the centre has no services. */
function kindOf({ services, specialties: specialtyNames, regulated }: PublicationFacts): Kind {
  const relevantServices = services.length > 0 ? services : specialtyNames.flatMap(servicesOfSpecialty)
  const isRegulated = relevantServices.some((slug) => regulated.has(slug))
  const isUnregulated = relevantServices.some((slug) => !regulated.has(slug))
  return { isRegulated, isUnregulated, isUnknown: !isRegulated && !isUnregulated }
}

/** "Otro" counts as no services, because it does not show which documents are needed. */
function servicesOfSpecialty(specialty: string): readonly ServiceSlug[] {
  return recognizeSpecialties(specialty).flatMap((key) => (key === 'otro' ? [] : specialties[key].services))
}

function needOf(type: CheckType, { isRegulated, isUnregulated, isUnknown }: Kind): Document['need'] | undefined {
  if (type === 'insurance') return 'optional'
  if (isUnknown) return 'unknown'
  if (type === 'certification') return isUnregulated ? 'required' : 'optional'
  const isNeeded = type === 'license' ? isRegulated : isUnregulated
  return isNeeded ? 'required' : undefined
}

function documentsOf(facts: PublicationFacts): Document[] {
  const kind = kindOf(facts)
  return checkTypes.flatMap((type) => {
    const checks = facts.checks.filter((check) => check.type === type && isSubmitted(check))
    // An uploaded document is shown even when it is not required.
    const need = needOf(type, kind) ?? (checks.length > 0 ? 'optional' : undefined)
    return need ? [{ type, need, ...statusOf({ checks, today: facts.today }) }] : []
  })
}

/** The registration creates a check for each document, also for those that are not uploaded yet. */
function isSubmitted({ hasFile, status }: Check): boolean {
  return hasFile || status !== 'pending'
}

/** An approved document is valid until the end of the day on which it expires, also while a newer one is in review. */
function statusOf({ checks, today }: { checks: readonly Check[]; today: string }): Omit<Document, 'type' | 'need'> {
  const [newest] = checks
  if (!newest) {
    return { status: 'missing', expiryDate: null, lapsesSoon: false, renewal: null, requestReason: null, notes: '' }
  }
  const { requestReason } = newest
  const validCheck = checks.find((check) => isValid(check, today))
  if (!validCheck) {
    const status: DocumentStatus = newest.status === 'approved' ? 'expired' : newest.status
    return {
      status,
      expiryDate: newest.expiryDate,
      lapsesSoon: false,
      renewal: null,
      requestReason,
      notes: newest.notes,
    }
  }
  const { expiryDate } = validCheck
  return {
    status: 'approved',
    expiryDate,
    lapsesSoon: expiryDate !== null && expiryDate <= addDays({ day: today, days: expiryWarningDays }),
    renewal: newest.status === 'pending' || newest.status === 'rejected' ? newest.status : null,
    requestReason,
    notes: newest.status === 'rejected' ? newest.notes : '',
  }
}

function isValid({ status, expiryDate }: Pick<Check, 'status' | 'expiryDate'>, today: string): boolean {
  return status === 'approved' && (expiryDate === null || expiryDate >= today)
}

function partsOf(facts: PublicationFacts): Part[] {
  // Without services, it can be unknown which documents are required. Staff cannot approve the centre then.
  const services: Part['neededFor'] = kindOf(facts).isUnknown ? 'publication' : 'bookings'
  return [
    { key: 'description', neededFor: 'publication', isDone: facts.description !== '' },
    { key: 'address', neededFor: 'publication', isDone: facts.address !== '' },
    { key: 'phone', neededFor: 'publication', isDone: Boolean(facts.phone) },
    { key: 'specialties', neededFor: 'publication', isDone: facts.specialties.length > 0 },
    { key: 'services', neededFor: services, isDone: facts.hasServices },
    { key: 'hours', neededFor: 'bookings', isDone: facts.hasHours },
    ...roomsPart(facts),
    { key: 'public', neededFor: 'publication', isDone: facts.isPublic },
    // Staff compare the declared number with the licence.
    ...(kindOf(facts).isRegulated ? [{ key: 'numbers', neededFor: 'profile', isDone: facts.hasNumbers } as const] : []),
    { key: 'pin', neededFor: 'profile', isDone: facts.hasExactPin },
    { key: 'logo', neededFor: 'profile', isDone: facts.hasLogo },
  ]
}

function roomsPart({ rooms }: Pick<PublicationFacts, 'rooms'>): Part[] {
  if (rooms === 'none needed') return []
  const neededFor = rooms === 'missing for all' ? 'bookings' : 'online'
  return [{ key: 'rooms', neededFor, isDone: rooms === 'complete' }]
}

type PublicationState = { facts: PublicationFacts; parts: readonly Part[]; documents: readonly Document[] }

function stateOf({ facts, parts, documents }: PublicationState): Publication['state'] {
  if (facts.approvedAt === null) {
    const isIncomplete =
      parts.some(({ neededFor, isDone }) => neededFor === 'publication' && !isDone) ||
      documents.some(
        ({ need, status, requestReason }) =>
          need === 'required' && status !== 'approved' && (status !== 'pending' || requestReason !== null),
      )
    return isIncomplete ? 'incomplete' : 'in_review'
  }
  if (!facts.isPublic) return 'hidden'
  if (facts.isLicenseLapsed) return 'paused'
  return facts.hasHours && facts.hasBookableServices ? 'published' : 'not_bookable'
}
