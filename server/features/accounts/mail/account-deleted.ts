import { brand } from '#contract/brand.ts'
import { afterCancelling } from '#contract/cancellation-sentences.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'
import { dateAndTime } from '#server/platform/moment-text.ts'

type CancelledAppointment = {
  startsAt: Date
  centerName: string
  refundPercent: number | null
  isPaid: boolean
  isByPackage: boolean
}

/** The last mail, to the address that the account had. */
export function accountDeletedMail({ cancelled }: { cancelled: readonly CancelledAppointment[] }): MailContent {
  const lines = cancelled.map(({ startsAt, centerName, refundPercent, ...payment }) => {
    return `${dateAndTime(startsAt)}, ${centerName}. ${afterCancelling({ ...payment, refundPercent: refundPercent ?? 100 })}`
  })
  return mailLayout({
    subject: 'Tu cuenta fue eliminada',
    paragraphs: [
      `Eliminamos tu cuenta de ${brand.name} y tus datos personales. Las citas que ya pasaron y tus opiniones quedan sin tu nombre.`,
      ...(lines.length > 0 ? ['Estas citas se cancelaron:', ...lines] : []),
      'Puedes volver a registrarte con esta dirección cuando quieras: empezarás de cero.',
    ],
    footnote: `Si no fuiste tú, escríbenos a ${brand.email}. No podemos recuperar la cuenta, pero queremos saberlo.`,
  })
}
