import type { RecordAbilities } from '#contract/center-records.ts'
import { type DashboardSection, dashboardSections, type MemberRole, type Membership } from '#contract/memberships.ts'
import type { Publication } from '#contract/publication.ts'
import { hasStaffRole, type Role } from '#contract/roles.ts'
import { missingForApproval } from './rules/publication.ts'

export type Member = { userId: string; centerId: string; role: MemberRole; professionalId: string | null }

export function managesCenter({ role }: Pick<Member, 'role'>): boolean {
  return role === 'owner'
}

/** The owner and receptionists work with every professional's agenda, and professionals with their own. */
export function seesWholeCenter({ role }: Pick<Member, 'role'>): boolean {
  return role !== 'professional'
}

/** The professional whose appointments and patients a member sees; undefined for the whole centre. */
export function agendaScope(member: Member): { professionalId: string | undefined } {
  return { professionalId: seesWholeCenter(member) ? undefined : (member.professionalId ?? undefined) }
}

/** The owner and receptionists change every professional's appointments and absences, and professionals their own. */
export function mayChangeAgendaOf(member: Member, input: { professionalId: string }): boolean {
  const { professionalId } = agendaScope(member)
  return seesWholeCenter(member) || professionalId === input.professionalId
}

/** The owner may remove every other member, but not themselves. */
export function mayRemoveMember(member: Pick<Member, 'role'>, other: Pick<Member, 'role'>): boolean {
  return managesCenter(member) && !managesCenter(other)
}

const ownerSections: readonly DashboardSection[] = ['team', 'profile', 'revenue', 'promotions', 'documents']
/** Sections about the patients and payments of all professionals. */
const deskSections: readonly DashboardSection[] = ['messages', 'till']

/** The sections and abilities of a member in the dashboard. The routes of the owner's sections check managesCenter(). */
export function dashboardAbilities(member: Pick<Member, 'role'>): Pick<Membership, 'sections' | 'can'> {
  const [manage, seeWholeCenter] = [managesCenter(member), seesWholeCenter(member)]
  return {
    sections: dashboardSections.filter(
      (section) => (manage || !ownerSections.includes(section)) && (seeWholeCenter || !deskSections.includes(section)),
    ),
    can: { manage, seeWholeCenter },
  }
}

type Approved = { approvedAt: Date | null; verified: boolean }

/** Whether staff have approved the centre, and the approval is in effect. */
export function isApproved({ approvedAt, verified }: Approved): boolean {
  return approvedAt !== null && verified
}

type RecordFacts = Approved & {
  isOwnerActive: boolean
  /** Whether the member of staff works at this centre. */
  isOwn: boolean
  publication: Publication | undefined
}

/** What staff may do with a centre: approve a complete one whose owner is active, and revoke an approval. */
export function recordAbilities({ isOwnerActive, isOwn, publication, ...center }: RecordFacts): RecordAbilities {
  const isReady = publication !== undefined && missingForApproval(publication).length === 0
  return {
    approve: !isOwn && !isApproved(center) && isOwnerActive && isReady,
    revoke: !isOwn && center.approvedAt !== null,
  }
}

/** The owner may set every professional's weekly hours, and professionals their own. */
export function maySetHours(
  member: Pick<Member, 'role' | 'professionalId'>,
  { professionalId }: { professionalId: string },
): boolean {
  return managesCenter(member) || member.professionalId === professionalId
}

/** Besides the owner, only the staff who check documents may open them. */
export function checksDocuments(actor: { roles: readonly Role[] }): boolean {
  return hasStaffRole(actor)
}
