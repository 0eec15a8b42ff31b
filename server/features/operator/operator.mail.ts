import { brand } from '#contract/brand.ts'
import type { LegalDocument } from '#contract/legal-texts.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'
import { dayText } from '#server/platform/moment-text.ts'

const names = {
  terms: { subject: 'Cambian los términos y condiciones', of: 'los términos y condiciones', path: '/terms' },
  privacy: { subject: 'Cambia la política de privacidad', of: 'la política de privacidad', path: '/privacy' },
} as const satisfies Record<LegalDocument, object>

type Change = { document: LegalDocument; version: string; summary: string }

export function legalNotification({ document, version, summary }: Change) {
  const { subject, path } = names[document]
  return {
    title: subject,
    message: `Desde el ${dayText(version)}: ${summary}`,
    href: `${path}?version=${version}`,
  }
}

export function legalMail({ url, ...change }: Change & { url: string }): MailContent {
  const { subject, of } = names[change.document]
  return mailLayout({
    subject,
    paragraphs: [
      `Desde el ${dayText(change.version)} rige una versión nueva de ${of} de ${brand.name}.`,
      change.summary,
      'Si no estás de acuerdo, puedes cerrar tu cuenta antes de esa fecha. Hasta entonces vale la versión de hoy.',
    ],
    action: { label: 'Leer la versión nueva', url },
    footnote: `Recibes este correo porque tienes una cuenta en ${brand.name}: te avisamos antes de cada cambio.`,
  })
}
