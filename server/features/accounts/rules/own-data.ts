import { brand } from '#contract/brand.ts'
import type { ExportedAppointment } from '#server/features/appointments/usecases/export-appointments.ts'
import type { ExportedFeed } from '#server/features/calendar-feeds/calendar-feeds.usecases.ts'
import type {
  ExportedCenter,
  ExportedInvitation,
  ExportedMembership,
} from '#server/features/centers/usecases/export-center.ts'
import type { ExportedCommission } from '#server/features/commissions/commissions.usecases.ts'
import type { ExportedDocument } from '#server/features/compliance/usecases/read-documents.ts'
import type { ExportedPoints } from '#server/features/loyalty/loyalty.usecases.ts'
import type { ExportedPreference } from '#server/features/notifications/notifications.usecases.ts'
import type { ExportedDeskPayment } from '#server/features/payments/payments.usecases.ts'
import type { ExportedTeam } from '#server/features/professionals/usecases/export-team.ts'
import type { ExportedReply, ExportedReport, ExportedReview } from '#server/features/reviews/reviews.usecases.ts'
import type { ExportedService } from '#server/features/services/services.usecases.ts'

import type { ExportedAccount, ExportedMail } from '../usecases/export-account.ts'
import { sections } from './own-data-sections.ts'

/** Everything that we keep about a person, each part as its feature hands it over. */
export type OwnData = ExportedAccount &
  ExportedPoints &
  ExportedTeam & {
    notificationPreferences: ExportedPreference[]
    appointments: ExportedAppointment[]
    reviews: ExportedReview[]
    center: ExportedCenter | null
    memberships: ExportedMembership[]
    invitations: ExportedInvitation[]
    services: ExportedService[]
    documents: ExportedDocument[]
    deskPayments: ExportedDeskPayment[]
    commissions: ExportedCommission[]
    reviewReplies: ExportedReply[]
    reviewReports: ExportedReport[]
    calendarFeeds: ExportedFeed[]
    mails: ExportedMail[]
  }

/** The parts that are lists or records of fields; the photo is neither. */
export type SectionName = Exclude<keyof OwnData, 'photo'>
type RowOf<Part> = NonNullable<Part> extends readonly (infer Row)[] ? Row : NonNullable<Part>
/** One entry of a part. */
export type Row<Name extends SectionName> = RowOf<OwnData[Name]>

/**
 * How a value reads on the page; without it, as it stands. A list reads as its values one after the other.
 * In the JSON an instant is ISO text in UTC, and money has its cents and its currency.
 */
export type Format = 'instant' | 'day' | 'yesNo' | 'money' | 'json' | Readonly<Record<string, string>>
type Field = { label: string; as?: Format }

export type Section<Name extends SectionName> = {
  title: string
  /** One short line per entry, or a table of its own for each. */
  layout: 'lines' | 'tables'
  /** Every field of an entry, in the order of the page: one without a label does not compile. */
  fields: { [Key in keyof Row<Name>]-?: Field }
}

/** The copy for programs: the data, and what each field of it means. */
export function ownDataJson(o: { data: OwnData; now: Date }): string {
  const guide = Object.entries(sections).map(([name, { title, fields }]) => {
    const meanings = Object.entries(fields).map(([field, { label }]) => [field, label])
    return [name, { title, fields: Object.fromEntries(meanings) }]
  })
  const copy = {
    format: 'senda-datos',
    version: 1,
    about: `Todo lo que ${brand.name} guarda de ti. Los instantes están en UTC; los importes, en centésimos de su moneda.`,
    preparedAt: o.now,
    guide: Object.fromEntries(guide),
    data: o.data,
  }
  return `${JSON.stringify(copy, null, 2)}\n`
}
