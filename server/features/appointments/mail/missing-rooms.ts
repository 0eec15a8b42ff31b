import { chosenText } from '#server/features/centers/rules/chosen-text.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'
import { startText } from './wording.ts'

type MissingRoom = {
  professionalName: string
  isApproved: boolean
  /** The coming video calls, the first one first. */
  starts: readonly Date[]
  /** Whether one of them starts within a day. */
  isUrgent: boolean
}

/** A mail lists at most this many video calls. */
const maxListed = 10

const subjectOf = ({ isUrgent }: MissingRoom) =>
  isUrgent ? 'Hay una videollamada pronto y falta el enlace de la sala' : 'Falta el enlace de una sala de videollamadas'

const nameOf = ({ professionalName, isApproved }: MissingRoom) =>
  chosenText(professionalName, { isApproved, neutral: 'un profesional de tu centro' })

const countOf = ({ starts: { length } }: MissingRoom) => (length === 1 ? 'una cita' : `${length} citas`)

export function missingRoomMail({ publicUrl, ...missing }: MissingRoom & { publicUrl: string }): MailContent {
  const { starts } = missing
  const listed = starts.slice(0, maxListed).map((startsAt) => startText({ startsAt }))
  return mailLayout({
    subject: subjectOf(missing),
    paragraphs: [
      `Con ${nameOf(missing)} hay ${countOf(missing)} por videollamada, y no pusiste el enlace de su sala:`,
      ...listed,
      ...(starts.length > maxListed ? [`Y ${starts.length - maxListed} más.`] : []),
      'Al paciente le decimos que el enlace todavía no está. Pon el enlace en Equipo: lo verá en sus citas. Mientras falte, no ofrecemos horas online con ese profesional.',
    ],
    action: { label: 'Poner el enlace', url: `${publicUrl}${href}` },
  })
}

const href = '/center/dashboard?seccion=equipo'

export function missingRoomNotification(missing: MissingRoom) {
  const { starts } = missing
  const [first] = starts
  return {
    title: subjectOf(missing),
    message: `Con ${nameOf(missing)} hay ${countOf(missing)} por videollamada sin enlace.${first ? ` La primera: ${startText({ startsAt: first })}.` : ''}`,
    href,
  }
}
