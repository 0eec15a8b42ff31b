import { brand } from '#contract/brand.ts'
import { zone } from '#contract/calendar.ts'
import { cutText } from '#server/platform/cut-text.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'
import type { InvitedRole } from '../repository/invitations.ts'
import { centerPage } from '../rules/center-page.ts'
import { chosenText } from '../rules/chosen-text.ts'

const day = new Intl.DateTimeFormat('es-UY', { timeZone: zone, day: 'numeric', month: 'long' })
/** The only text of the owner that the mail sends to a stranger is the centre's name, so its length is limited. */
const maxNameLength = 80

const roles: Record<InvitedRole, string> = {
  professional: 'Vas a ver tu agenda y a tus pacientes, y a decir en qué horarios atiendes.',
  reception: 'Vas a llevar la agenda del centro: agendar, mover y cobrar citas.',
}

export function invitationMail(input: {
  centerName: string
  isApproved: boolean
  role: InvitedRole
  link: string
  expiresAt: Date
}): MailContent {
  const neutral = 'Un centro que todavía no verificamos'
  const centerName = cutText(chosenText(input.centerName, { ...input, neutral }), maxNameLength)
  return mailLayout({
    subject: `Te invitaron a un equipo en ${brand.name}`,
    title: 'Te invitaron a un equipo',
    paragraphs: [`${centerName} te invita a trabajar en su agenda de ${brand.name}.`, roles[input.role]],
    action: { label: 'Ver la invitación', url: input.link },
    footnote: `El enlace sirve una sola vez, con una cuenta de esta misma dirección, hasta el ${day.format(input.expiresAt)}. Si no esperabas la invitación, ignora este mensaje.`,
  })
}

/** To the owner's account and to the centre's contact address. */
export function joinedMail({
  name,
  centerName,
  isApproved,
  publicUrl,
}: {
  name: string
  publicUrl: string
  centerName: string
  isApproved: boolean
}): MailContent {
  // The invited person chose the name, and the owner the person.
  const member = chosenText(name, { isApproved, neutral: 'La persona que invitaste' })
  const center = chosenText(centerName, { isApproved, neutral: 'tu centro' })
  return mailLayout({
    subject: 'Tu equipo creció',
    title: 'Aceptaron tu invitación',
    paragraphs: [`${member} ya es parte del equipo de ${center}.`],
    action: { label: 'Ver el equipo', url: `${publicUrl}/center/dashboard?seccion=equipo` },
  })
}

/** To the owner's account and to the former address. `newAddress`: a hint, because the former address may belong to a stranger. */
export function contactChangedMail({
  centerName,
  newAddress,
  isApproved,
  publicUrl,
}: {
  centerName: string
  newAddress: string
  isApproved: boolean
  publicUrl: string
}): MailContent {
  const center = chosenText(centerName, { isApproved, neutral: 'tu centro' })
  const address = chosenText(newAddress, { isApproved, neutral: 'otro' })
  return mailLayout({
    subject: 'Cambió el correo de contacto de tu centro',
    paragraphs: [
      `El correo de contacto de ${center} ahora es ${address}. Los avisos de citas y del equipo llegan a esa dirección, y ya no a la anterior.`,
      `Si no fuiste tú, cambia la contraseña de la cuenta del centro cuanto antes: así se cierran las demás sesiones y dejan de servir las invitaciones que envió. Después vuelve a poner tu correo en el perfil del centro y escríbenos a ${brand.email}.`,
    ],
    action: { label: 'Ver el perfil del centro', url: `${publicUrl}/center/dashboard?seccion=perfil` },
  })
}

/** The mail to Senda's team. */
export function helpMail({
  center,
  message,
}: {
  center: { id: string; name: string; contactEmail: string; phone: string | null }
  message: string
}): MailContent {
  const { name, contactEmail, phone, id } = center
  return mailLayout({
    subject: 'Un centro pide ayuda con sus primeros pasos',
    paragraphs: [
      `Escribió: «${message.replaceAll(/[«»]/g, '"')}»`,
      `Centro: ${name} (${id})`,
      `Correo: ${contactEmail}`,
    ],
    footnote: phone ? `Su teléfono es ${phone}.` : 'No dejó un teléfono.',
  })
}

/** A decision of staff about a centre. `restored` and `withdrawn` undo `revoke` and `approve`. */
export type CenterDecision = keyof typeof decisionTexts

type DecidedCenter = { id: string; name: string; isPublic: boolean }
type DecisionNotice = { decision: CenterDecision; center: DecidedCenter; reason: string; publicUrl: string }

/** To the public page, where it is one now. */
function placeOfDecision({ decision, center: { id, isPublic } }: Pick<DecisionNotice, 'decision' | 'center'>) {
  return isApproving(decision) && isPublic
    ? { label: 'Ver tu página', path: `/centers/${id}` }
    : { label: 'Ver cómo va tu centro', path: centerPage(id, 'documentos') }
}

const isApproving = (decision: CenterDecision) => decision === 'approve' || decision === 'restored'

/** To the centre's owner. */
export function actionMail({ decision, center, reason, publicUrl }: DecisionNotice): MailContent {
  const { subject, sentence } = decisionTexts[decision]
  const isApproved = isApproving(decision)
  const { label, path } = placeOfDecision({ decision, center })
  return mailLayout({
    subject,
    paragraphs: [
      sentence(chosenText(center.name, { isApproved, neutral: 'tu centro' })),
      `Motivo: ${reason}`,
      ...(isApproved
        ? []
        : [`Si crees que es un error, escríbenos a ${brand.email} y lo revisa otra persona del equipo.`]),
    ],
    action: { label, url: `${publicUrl}${path}` },
  })
}

/** The same in the list of notifications of the owner, who chose the name. */
export function actionNotification({ decision, center, reason }: Omit<DecisionNotice, 'publicUrl'>) {
  const { subject, sentence } = decisionTexts[decision]
  const { path: href } = placeOfDecision({ decision, center })
  return { title: subject, message: `${sentence(center.name)} Motivo: ${reason}`, href }
}

/** To the owner: the person who accepted the invitation. */
export function joinedNotification({ name, centerName }: { name: string; centerName: string }) {
  return { title: 'Aceptaron tu invitación', message: `${name} ya es parte del equipo de ${centerName}.` }
}

/** To the person whose access to the centre ended. */
export function removedNotification({ centerName }: { centerName: string }) {
  const message = `Ya no formas parte del equipo de ${centerName}, y no ves más su dashboard. Tu cuenta sigue como antes. Si no lo esperabas, habla con quien dirige el centro.`
  return { title: 'Saliste de un equipo', message, href: '/account' }
}

/** To each member of a centre whose account was deleted. */
export function closedCenterNotification({ centerName }: { centerName: string }) {
  const message = `La cuenta de ${centerName} se eliminó, y con ella su dashboard. Tu cuenta sigue como antes. Si no lo esperabas, habla con quien dirigía el centro o escríbenos.`
  return { title: 'El centro donde trabajabas cerró', message, href: '/account' }
}

const hiddenText = 'Los pacientes ya no ven su página. Las citas ya reservadas se mantienen.'
const shownText =
  'Su página aparece en la búsqueda, si no la ocultaste, y recibe reservas cuando tiene servicios y horarios.'

const decisionTexts = {
  approve: {
    subject: 'Aprobamos tu página',
    sentence: (name: string) => `Aprobamos ${name}. ${shownText}`,
  },
  revoke: {
    subject: 'Retiramos la aprobación de tu página',
    sentence: (name: string) => `Retiramos la aprobación de ${name}. ${hiddenText}`,
  },
  restored: {
    subject: 'Tu página vuelve a estar aprobada',
    sentence: (name: string) =>
      `Dejamos sin efecto nuestra última decisión: ${name} vuelve a estar aprobado. ${shownText}`,
  },
  withdrawn: {
    subject: 'Tu página ya no está aprobada',
    sentence: (name: string) =>
      `Dejamos sin efecto nuestra última decisión: ${name} ya no está aprobado. ${hiddenText}`,
  },
} as const
