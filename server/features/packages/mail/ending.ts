import { type MailContent, mailLayout, writingToCenter } from '#server/platform/mail-layout.ts'
import { dayText } from '#server/platform/moment-text.ts'
import { lastDayOf } from '../packages.rules.ts'

type Ending = {
  centerId: string
  centerName: string
  sessions: number
  leftSessions: number
  validUntil: Date
  stoppedAt: Date | null
  now: Date
}

/** Names no service, because other people may see the screen. */
export function endingText({ centerName, sessions, leftSessions, ...validity }: Ending) {
  const left = leftSessions === 1 ? 'Te queda 1 sesión' : `Te quedan ${leftSessions} sesiones`
  return {
    subject: 'Tu bono termina pronto',
    text: `${left} de ${sessions} de tu bono en ${centerName}. Vale hasta el ${dayText(lastDayOf(validity))}.`,
  }
}

export function endingMail({ publicUrl, ...ending }: Ending & { publicUrl: string }): MailContent {
  const { centerId } = ending
  const { subject, text } = endingText(ending)
  return mailLayout({
    subject,
    paragraphs: [text, 'Reserva tus sesiones antes de ese día: las que no uses se pierden.'],
    action: { label: 'Reservar una sesión', url: `${publicUrl}/book/${centerId}` },
    writing: writingToCenter({ centerId, publicUrl }),
  })
}
