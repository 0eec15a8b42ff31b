import { z } from 'zod'
import { checkType } from './check-types.ts'
import { day } from './values.ts'

/** How a document counts today, whatever a job has done about it so far. */
export const documentStatus = z.enum(['missing', 'pending', 'approved', 'rejected', 'expired'])
export type DocumentStatus = z.output<typeof documentStatus>

export const profileParts = [
  'description',
  'address',
  'phone',
  'specialties',
  'services',
  'hours',
  'public',
  'pin',
  'logo',
] as const

/** What stands between a centre and its patients, as the rules that approve it decide. Screens only show it. */
export const publication = z.object({
  /**
   * incomplete: something is left for the owner to do. in_review: only Senda's answer is missing. hidden: approved, and the
   * owner hides it. paused: visible, and not bookable because of its licence. not_bookable: visible, without services or
   * hours. published: visible and bookable.
   */
  state: z.enum(['incomplete', 'in_review', 'hidden', 'paused', 'not_bookable', 'published']),
  isApproved: z.boolean(),
  /** One person works there, alone. */
  isSolo: z.boolean(),
  /** In the order in which to do them. */
  parts: z.array(
    z.object({
      key: z.enum(profileParts),
      /** publication: it isn't approved, or not on view, without. bookings: it can't be booked without. profile: better with. */
      neededFor: z.enum(['publication', 'bookings', 'profile']),
      isDone: z.boolean(),
    }),
  ),
  /** Only those that concern this kind of practice. */
  documents: z.array(
    z.object({
      type: checkType,
      /** unknown: it depends on what the practice will offer. */
      need: z.enum(['required', 'optional', 'unknown']),
      status: documentStatus,
      /** Until when it counts, or counted. */
      expiryDate: day.nullable(),
      lapsesSoon: z.boolean(),
      /** What became of a newer one, while the approved one is still in force. */
      renewal: z.enum(['pending', 'rejected']).nullable(),
      /** What staff said about a rejected one. */
      notes: z.string(),
    }),
  ),
})
export type Publication = z.output<typeof publication>
