import { z } from 'zod'
import { id } from './values.ts'

/** owner: everything. professional: their own agenda. reception: agenda, contacts and payments at the desk, but no revenue. */
export const memberRoles = ['owner', 'professional', 'reception'] as const
export const memberRole = z.enum(memberRoles)
export type MemberRole = z.output<typeof memberRole>

/** The sections of the centre's dashboard, in the order of its bar. */
export const dashboardSections = [
  'overview',
  'agenda',
  'availability',
  'team',
  'profile',
  'contacts',
  'messages',
  'till',
  'revenue',
  'promotions',
  'documents',
  'reviews',
  'calendarFeeds',
] as const
export type DashboardSection = (typeof dashboardSections)[number]

export const membership = z.object({
  centerId: id,
  centerName: z.string(),
  logoUrl: z.string().nullable(),
  /** Whether the centre has at most one active professional; other members, such as a receptionist, do not count. */
  worksAlone: z.boolean(),
  role: memberRole,
  /** The professional whose agenda belongs to this member; null for other roles. */
  professionalId: id.nullable(),
  /** The sections that the member may open, in order. The server refuses the data of the others. */
  sections: z.array(z.enum(dashboardSections)),
  can: z.object({
    manage: z.boolean(),
    /** See the agenda, patients and reviews of every professional; otherwise only their own. */
    seeWholeCenter: z.boolean(),
  }),
})
export type Membership = z.output<typeof membership>
