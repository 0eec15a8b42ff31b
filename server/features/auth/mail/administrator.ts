import { brand } from '#contract/brand.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'

/** `granted` false: the role was taken away. */
export function administratorMail({ granted, publicUrl }: { publicUrl: string; granted: boolean }): MailContent {
  const subject = granted ? `Ahora administras ${brand.name}` : `Ya no administras ${brand.name}`
  return mailLayout({
    subject,
    paragraphs: granted
      ? [
          `Tu cuenta tiene desde ahora el permiso de administrar ${brand.name}.`,
          'Para entrar al área de administración activa antes el segundo factor en Mi Cuenta.',
        ]
      : [`Tu cuenta ya no tiene el permiso de administrar ${brand.name}. Lo demás sigue como estaba.`],
    action: { label: 'Ver mi cuenta', url: `${publicUrl}/account` },
  })
}
