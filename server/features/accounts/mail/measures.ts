import { brand } from '#contract/brand.ts'
import type { Role } from '#contract/roles.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'
import { dateAndTime } from '#server/platform/moment-text.ts'

export type AccountChange =
  | { kind: 'suspended'; until: Date }
  | { kind: 'banned' }
  | { kind: 'active' }
  | { kind: 'role'; role: Role }

const roleNames: Readonly<Record<Role, string>> = {
  patient: 'paciente',
  center: 'centro',
  moderator: 'moderación',
  admin: 'administración',
}

/** What staff did with an account, why, and how its user can object. */
export function measureMail({ change, reason }: { change: AccountChange; reason: string }): MailContent {
  const { subject, text } = sentencesOf(change)
  return mailLayout({
    subject,
    paragraphs: [
      text,
      `Motivo: ${reason}`,
      `Si crees que es un error, escríbenos a ${brand.email} y lo revisa otra persona del equipo.`,
    ],
  })
}

function sentencesOf(change: AccountChange): { subject: string; text: string } {
  switch (change.kind) {
    case 'suspended':
      return {
        subject: `Suspendimos tu cuenta de ${brand.name}`,
        text: `Tu cuenta está suspendida hasta el ${dateAndTime(change.until)}. Hasta entonces no puedes entrar.`,
      }
    case 'banned':
      return {
        subject: `Cerramos el acceso a tu cuenta de ${brand.name}`,
        text: 'Tu cuenta quedó bloqueada y ya no puedes entrar.',
      }
    case 'active':
      return {
        subject: `Tu cuenta de ${brand.name} vuelve a estar activa`,
        text: 'Ya puedes entrar de nuevo, con la misma contraseña que antes.',
      }
    case 'role':
      return {
        subject: `Cambió tu rol en ${brand.name}`,
        text: `Tu cuenta ahora tiene el rol de ${roleNames[change.role]}.`,
      }
  }
}
