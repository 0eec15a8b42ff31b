import { z } from 'zod'
import { checkType } from './check-types.ts'
import { day, instant } from './values.ts'

/** The status of a document today, even if the daily job has not run yet. */
export const documentStatus = z.enum(['missing', 'pending', 'approved', 'rejected', 'expired'])
export type DocumentStatus = z.output<typeof documentStatus>

export const profileParts = [
  'description',
  'address',
  'phone',
  'specialties',
  'services',
  'hours',
  'rooms',
  'public',
  'numbers',
  'pin',
  'logo',
] as const

/** Whether a centre is visible and bookable, and what it lacks. The rules of approval decide this; screens only show it. */
export const publication = z.object({
  /**
   * incomplete: the owner still has something to do. in_review: only Senda's approval is missing. hidden: approved, but the
   * owner hides it. paused: visible, but not bookable because of its licence. not_bookable: visible, without services or
   * hours. published: visible and bookable.
   */
  state: z.enum(['incomplete', 'in_review', 'hidden', 'paused', 'not_bookable', 'published']),
  isApproved: z.boolean(),
  /** Since when staff's approval lasts. */
  approvedAt: instant.nullable(),
  /** Why staff took the approval away; null while the centre is approved, and for one that never was. */
  withdrawalReason: z.string().nullable(),
  isSolo: z.boolean(),
  /** The parts are in the order in which the owner should do them. */
  parts: z.array(
    z.object({
      key: z.enum(profileParts),
      /**
       * publication: required for approval or visibility. bookings: required for any booking. online: required for those by
       * video call, while others can be booked. profile: recommended.
       */
      neededFor: z.enum(['publication', 'bookings', 'online', 'profile']),
      isDone: z.boolean(),
    }),
  ),
  /** Only the documents that apply to this kind of practice. */
  documents: z.array(
    z.object({
      type: checkType,
      /** unknown: depends on the services that the practice will offer. */
      need: z.enum(['required', 'optional', 'unknown']),
      status: documentStatus,
      /** Until when it is or was in force. */
      expiryDate: day.nullable(),
      lapsesSoon: z.boolean(),
      /** The status of a newer upload, while the approved document is still in force. */
      renewal: z.enum(['pending', 'rejected']).nullable(),
      /** Why staff have requested another document; null once the centre has uploaded it. */
      requestReason: z.string().nullable(),
      /** Staff's comment on a rejected document. */
      notes: z.string(),
    }),
  ),
})
export type Publication = z.output<typeof publication>
