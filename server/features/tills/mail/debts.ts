import { zone } from '#contract/calendar.ts'
import { pesos } from '#contract/money.ts'
import { type MailContent, mailLayout, writingToCenter } from '#server/platform/mail-layout.ts'

const dayOf = new Intl.DateTimeFormat('es-UY', { timeZone: zone, weekday: 'long', day: 'numeric', month: 'long' })

type Reminder = {
  startsAt: Date
  dueCents: number
  centerId: string
  centerName: string
  centerPhone: string | null
  publicUrl: string
}

/** Names neither service nor specialty, because other people may see the screen. */
/** In the mail and in the list of notifications. */
export const debtText = ({ startsAt, dueCents, centerName }: Pick<Reminder, 'startsAt' | 'dueCents' | 'centerName'>) =>
  `${centerName} te recuerda que de tu cita del ${dayOf.format(startsAt)} quedan ${pesos(dueCents)} por pagar.`

export function debtReminderMail({ centerId, centerPhone, publicUrl, ...debt }: Reminder): MailContent {
  return mailLayout({
    subject: 'Te quedó un saldo por pagar',
    paragraphs: [
      debtText(debt),
      'Puedes pagarlo la próxima vez que pases por el centro.',
      `Si ya lo pagaste o algo no coincide, avísale al centro${centerPhone ? `: ${centerPhone}` : ''}.`,
    ],
    action: { label: 'Ver mis citas', url: `${publicUrl}/dashboard` },
    writing: writingToCenter({ centerId, publicUrl }),
  })
}
