import { brand } from '#contract/brand.ts'
import type { Role } from '#contract/roles.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'
import { dateAndTime } from '#server/platform/moment-text.ts'

export type ActionText = { subject: string; text: string }

/** What staff did with an account, why, and how its user can object. */
export function actionMail({ subject, text, reason }: ActionText & { reason: string }): MailContent {
  return mailLayout({
    subject,
    paragraphs: [
      text,
      `Motivo: ${reason}`,
      `Si crees que es un error, escríbenos a ${brand.email} y lo revisa otra persona del equipo.`,
    ],
  })
}

/** The same in the list of notifications. */
export function bellText({ subject, text, reason }: ActionText & { reason: string }) {
  return { title: subject, message: `${text} Motivo: ${reason}`, href: '/account' }
}

export const suspendedText = (until: Date) => ({
  subject: `Suspendimos tu cuenta de ${brand.name}`,
  text: `Tu cuenta está suspendida hasta el ${dateAndTime(until)}. Hasta entonces no puedes entrar.`,
})

export const bannedText = () => ({
  subject: `Cerramos el acceso a tu cuenta de ${brand.name}`,
  text: 'Tu cuenta quedó bloqueada y ya no puedes entrar.',
})

export const activeText = () => ({
  subject: `Tu cuenta de ${brand.name} vuelve a estar activa`,
  text: 'Ya puedes entrar de nuevo, con la misma contraseña que antes.',
})

export const warningText = () => ({
  subject: `Una advertencia sobre tu cuenta de ${brand.name}`,
  text: 'Algo que pasó con tu cuenta no cumple nuestras reglas. Tu cuenta queda como está: solo te pedimos que lo tengas en cuenta de ahora en adelante.',
})

export const withdrawnWarningText = {
  subject: 'Retiramos una advertencia',
  text: 'Revisamos lo que decidimos: la advertencia sobre tu cuenta queda sin efecto.',
}

const roleNames: Readonly<Record<Role, string>> = {
  patient: 'paciente',
  center: 'centro',
  moderator: 'moderación',
  admin: 'administración',
}

export const roleText = (role: Role) => ({
  subject: `Cambió tu rol en ${brand.name}`,
  text: `Tu cuenta ahora tiene el rol de ${roleNames[role]}.`,
})
