import { z } from 'zod'
import { id } from './values.ts'

/** owner: everything. professional: their own agenda. reception: agenda, contacts and payments at the desk, but no revenue. */
export const memberRoles = ['owner', 'professional', 'reception'] as const
export const memberRole = z.enum(memberRoles)
export type MemberRole = z.output<typeof memberRole>

/** A centre where the user works, and their role there. */
export const membership = z.object({
  centerId: id,
  centerName: z.string(),
  logoUrl: z.string().nullable(),
  role: memberRole,
  /** The professional whose agenda belongs to this member; null for other roles. */
  professionalId: id.nullable(),
})
export type Membership = z.output<typeof membership>
