import { zone } from '#contract/calendar.ts'
import { hasOneName } from '#contract/center-words.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'

export type RecordNotice = {
  professionalName: string
  centerName: string
  worksAlone: boolean
  /** Null when the record is the reader's own. */
  dependantName: string | null
  href: string
}

// The subjects also show on locked screens: they name neither the professional nor the treatment.
export const firstReadingSubject = 'Un profesional leyó tu historia clínica por primera vez'
export const consentRequestSubject = 'Te piden permiso para leer tu historia clínica'

const recordOf = ({ dependantName }: RecordNotice) =>
  dependantName === null ? 'tu historia clínica' : `la historia clínica de ${dependantName}`

export function firstReadingText(notice: RecordNotice): string {
  const who = hasOneName(notice) ? notice.professionalName : `${notice.professionalName}, de ${notice.centerName},`
  return `${who} leyó por primera vez ${recordOf(notice)}.`
}

export function firstReadingMail({
  publicUrl,
  reason,
  ...notice
}: RecordNotice & { publicUrl: string; reason: 'continuity' | 'consent' }): MailContent {
  const why =
    reason === 'consent'
      ? 'La lee porque le diste permiso. Puedes retirarlo cuando quieras, desde tu historial.'
      : 'La lee porque ya te atendió en una cita que reservaste o confirmaste.'
  return mailLayout({
    subject: firstReadingSubject,
    paragraphs: [
      firstReadingText(notice),
      notice.dependantName !== null && reason === 'continuity'
        ? `La lee porque ya atendió a ${notice.dependantName} en una cita que reservaste o confirmaste.`
        : why,
      'Cada lectura queda anotada, y la ves junto a tus diagnósticos y notas. Si no conoces a este profesional, escríbenos.',
    ],
    action: { label: 'Ver quién la leyó', url: `${publicUrl}${notice.href}` },
    links: [{ label: 'Escribirnos', url: `${publicUrl}/contact` }],
  })
}

/** The centre chooses the professional's name, so a request also says whose account it is. */
type ConsentRequest = RecordNotice & { accountName: string; worksSince: Date }

const dayFormat = new Intl.DateTimeFormat('es-UY', { timeZone: zone, day: 'numeric', month: 'long', year: 'numeric' })

export function consentRequestText({ accountName, worksSince, ...notice }: ConsentRequest): string {
  const { professionalName, centerName } = notice
  const account = accountName === '' ? 'Una cuenta sin nombre' : accountName
  const since = dayFormat.format(worksSince)
  return `${account}, que trabaja en ${centerName} como ${professionalName} desde el ${since}, te pide permiso para leer ${recordOf(notice)} en ese centro.`
}

export function consentRequestMail({ publicUrl, ...notice }: ConsentRequest & { publicUrl: string }): MailContent {
  return mailLayout({
    subject: consentRequestSubject,
    paragraphs: [
      consentRequestText(notice),
      'Leería también lo que escribieron otros profesionales del centro. Decides tú: si no respondes, no la lee.',
    ],
    action: { label: 'Responder', url: `${publicUrl}${notice.href}` },
  })
}
