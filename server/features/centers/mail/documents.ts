import { brand } from '#contract/brand.ts'
import type { CheckType } from '#contract/check-types.ts'
import { type MailContent, mailLayout, settingsLink } from '#server/platform/mail-layout.ts'
import { dayText } from '#server/platform/moment-text.ts'
import { chosenText } from '../rules/chosen-text.ts'

type Document = { type: CheckType; centerName: string; isApproved: boolean }

/** «el seguro de Centro Aires». */
const nameOf = ({ type, centerName, isApproved }: Document) =>
  `${names[type]} de ${chosenText(centerName, { isApproved, neutral: 'tu centro' })}`

/** A decision of staff about a document. `undo`: staff undid their last decision. */
export type ReviewOutcome = 'approve' | 'reject' | 'request' | 'undo'

const names: Record<CheckType, string> = {
  license: 'la habilitación',
  insurance: 'el seguro',
  certification: 'la certificación',
  identity: 'el documento de identidad',
}

const reviewTexts: Record<ReviewOutcome, { subject: string; sentence(document: Document): string; action: string }> = {
  approve: {
    subject: 'Aprobamos tu documento',
    sentence: (document) => `Revisamos ${nameOf(document)} y está en orden.`,
    action: 'Ver tus documentos',
  },
  reject: {
    subject: 'No pudimos aprobar tu documento',
    sentence: (document) => `Revisamos ${nameOf(document)} y no podemos aceptar ese documento.`,
    action: 'Subir otro documento',
  },
  request: {
    subject: 'Necesitamos otro documento tuyo',
    sentence: (document) =>
      `Te pedimos que subas otra vez ${nameOf(document)}. El documento que ya subiste sigue como está hasta que revisemos el nuevo.`,
    action: 'Subir otro documento',
  },
  undo: {
    subject: 'Cambiamos lo que decidimos sobre tu documento',
    sentence: (document) =>
      `Dejamos sin efecto nuestra última decisión sobre ${nameOf(document)}. En Documentos ves cómo quedó.`,
    action: 'Ver tus documentos',
  },
}

type Review = { document: Document; outcome: ReviewOutcome; reason: string; publicUrl: string }

export function reviewMail({ document, outcome, reason, publicUrl }: Review): MailContent {
  const { subject, sentence, action } = reviewTexts[outcome]
  return mailLayout({
    subject,
    paragraphs: [
      sentence(document),
      `Motivo: ${reason}`,
      ...(outcome === 'approve'
        ? []
        : [`Si crees que es un error, escríbenos a ${brand.email} y lo revisa otra persona del equipo.`]),
    ],
    action: documentsLink({ label: action, publicUrl }),
  })
}

/** The same in the list of notifications of the owner, who chose the centre's name. */
export function reviewNotification({ document, outcome, reason }: Omit<Review, 'publicUrl'>) {
  const { subject, sentence } = reviewTexts[outcome]
  const message = `${sentence({ ...document, isApproved: true })} Motivo: ${reason}`
  return { title: subject, message }
}

/** What a centre loses without a valid document. `approval`: the centre is not approved yet and cannot be. */
export type Consequence = 'bookings' | 'badge' | 'approval' | 'none'

type Lapse = { document: Document; expiryDate: string; consequence: Consequence; publicUrl: string }

/** `daysLeft` is 0 on the document's last day. */
export function lapsingMail({
  document,
  expiryDate,
  consequence,
  daysLeft,
  publicUrl,
}: Lapse & { daysLeft: number }): MailContent {
  return mailLayout({
    subject: lapsingSubject(daysLeft),
    paragraphs: [
      `El ${dayText(expiryDate)} vence ${nameOf(document)}. Sube ahora el documento nuevo: el actual vale hasta ese día, y así tenemos tiempo de revisar el nuevo.`,
      ...lossBefore[consequence],
    ],
    action: documentsLink({ label: 'Subir el documento nuevo', publicUrl }),
    footnote: 'Puedes apagar los recordatorios en Mi Cuenta.',
    settings: settingsLink({ publicUrl }),
  })
}

function lapsingSubject(daysLeft: number): string {
  const when = daysLeft === 0 ? 'hoy' : daysLeft === 1 ? 'mañana' : `en ${daysLeft} días`
  return `Un documento de tu centro vence ${when}`
}

export function lapsingNotification({
  document,
  expiryDate,
  daysLeft,
}: Pick<Lapse, 'document' | 'expiryDate'> & { daysLeft: number }) {
  return {
    title: lapsingSubject(daysLeft),
    message: `El ${dayText(expiryDate)} vence ${nameOf(document)}.`,
  }
}

export function lapsedMail({ document, expiryDate, consequence, publicUrl }: Lapse): MailContent {
  return mailLayout({
    subject: 'Venció un documento de tu centro',
    paragraphs: [
      `El ${dayText(expiryDate)} venció ${nameOf(document)}.`,
      ...lossSince[consequence],
      'Sube el documento nuevo y lo revisamos.',
    ],
    action: documentsLink({ label: 'Subir el documento nuevo', publicUrl }),
  })
}

export function lapsedNotification({ document, expiryDate }: Pick<Lapse, 'document' | 'expiryDate'>) {
  return {
    title: 'Venció un documento de tu centro',
    message: `El ${dayText(expiryDate)} venció ${nameOf({ ...document, isApproved: true })}. Sube el documento nuevo y lo revisamos.`,
  }
}

const bookingsStay = 'Las citas ya reservadas se mantienen.'
const lossBefore: Record<Consequence, string[]> = {
  bookings: [`Si vence, tu centro pierde la marca «Verificado» y no recibe reservas nuevas. ${bookingsStay}`],
  badge: ['Si vence, tu centro pierde la marca «Verificado».'],
  approval: ['Si vence, no podemos aprobar tu centro.'],
  none: [],
}
const lossSince: Record<Consequence, string[]> = {
  bookings: [`Tu centro ya no tiene la marca «Verificado» ni recibe reservas nuevas. ${bookingsStay}`],
  badge: ['Tu centro ya no tiene la marca «Verificado».'],
  approval: ['Sin ese documento no podemos aprobar tu centro.'],
  none: [],
}

function documentsLink({ label, publicUrl }: { label: string; publicUrl: string }) {
  return { label, url: `${publicUrl}/center/dashboard?seccion=documentos` }
}
