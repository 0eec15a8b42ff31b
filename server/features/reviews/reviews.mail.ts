import { brand } from '#contract/brand.ts'
import { type NamedCenter, withProfessional } from '#contract/center-words.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'

/** A decision of staff about a review. `restore` and `unwarn` undo `delete` and `warn`. */
export type ReviewDecision = 'delete' | 'warn' | 'restore' | 'unwarn'

const texts: Record<ReviewDecision, { subject: string; sentence(centerName: string): string; mayAnswer: boolean }> = {
  delete: {
    subject: 'Retiramos una opinión tuya',
    sentence: (centerName) => `Tu opinión sobre ${centerName} ya no se muestra.`,
    mayAnswer: true,
  },
  warn: {
    subject: 'Una advertencia sobre una opinión tuya',
    sentence: (centerName) =>
      `Tu opinión sobre ${centerName} sigue publicada, pero no cumple del todo nuestras reglas.`,
    mayAnswer: true,
  },
  restore: {
    subject: 'Tu opinión vuelve a mostrarse',
    sentence: (centerName) => `Revisamos lo que decidimos: tu opinión sobre ${centerName} se muestra de nuevo.`,
    mayAnswer: false,
  },
  unwarn: {
    subject: 'Retiramos una advertencia',
    sentence: (centerName) =>
      `Revisamos lo que decidimos: la advertencia sobre tu opinión de ${centerName} queda sin efecto.`,
    mayAnswer: false,
  },
}

/** The same in the list of notifications. */
export function reviewActionText({ decision, centerName, reason }: Omit<Notice, 'publicUrl'>) {
  const { subject, sentence } = texts[decision]
  return { subject, text: `${sentence(centerName)} Motivo: ${reason}` }
}

type Removal = { decision: 'delete' | 'restore'; professionalName: string; reason: string }

/** For the centre that a review was about. */
export function removalForCenter({ decision, professionalName, reason }: Removal) {
  return decision === 'delete'
    ? {
        title: 'Retiramos una opinión sobre tu centro',
        message: `La opinión sobre la atención de ${professionalName} ya no se muestra ni cuenta. Motivo: ${reason}`,
      }
    : {
        title: 'Vuelve a mostrarse una opinión sobre tu centro',
        message: `Revisamos lo que decidimos: la opinión sobre la atención de ${professionalName} se muestra de nuevo. Motivo: ${reason}`,
      }
}

type Notice = { decision: ReviewDecision; centerName: string; reason: string; publicUrl: string }

/** To the author of the review. */
export function reviewActionMail({ decision, centerName, reason, publicUrl }: Notice): MailContent {
  const { subject, sentence, mayAnswer } = texts[decision]
  return mailLayout({
    subject,
    paragraphs: [
      sentence(centerName),
      `Motivo: ${reason}`,
      ...(mayAnswer
        ? [`Si no estás de acuerdo, puedes responder una vez desde tu historial en ${brand.name}. Lo lee el equipo.`]
        : []),
    ],
    ...(mayAnswer && { action: { label: 'Responder', url: new URL('/dashboard?tab=history', publicUrl).href } }),
  })
}

type Request = NamedCenter & { professionalName: string; url: string; unsubscribeUrl: string }

/** Names neither service nor specialty, because other people may see the screen. */
export function reviewRequestMail({ url, unsubscribeUrl, ...center }: Request): MailContent {
  return mailLayout({
    subject: '¿Cómo te fue en tu cita?',
    paragraphs: [
      `Hace un rato tuviste una cita ${withProfessional(center)}.`,
      'Contarlo lleva un minuto y ayuda a otras personas a elegir. Tu opinión se publica con tu nombre y la inicial de tu apellido.',
    ],
    action: { label: 'Calificar la cita', url },
    footnote: 'Recibes este correo una sola vez por cita.',
    settings: { label: 'Dejar de recibir estos correos', url: unsubscribeUrl },
  })
}
