import { brand } from '#contract/brand.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'

export const providerNames = { google: 'Google', facebook: 'Facebook', apple: 'Apple' } as const

export function identityAddedMail(input: { provider: keyof typeof providerNames; publicUrl: string }): MailContent {
  const provider = providerNames[input.provider]
  return mailLayout({
    subject: `Se conectó ${provider} a tu cuenta`,
    paragraphs: [
      `Desde ahora puedes entrar a ${brand.name} también con ${provider}.`,
      `Si no fuiste tú, desconéctalo en Mi Cuenta, cambia tu contraseña y escríbenos a ${brand.email}.`,
    ],
    action: { label: 'Ver mi cuenta', url: `${input.publicUrl}/account` },
  })
}

export function identityRemovedMail(input: { provider: keyof typeof providerNames; publicUrl: string }): MailContent {
  const provider = providerNames[input.provider]
  return mailLayout({
    subject: `Se desconectó ${provider} de tu cuenta`,
    paragraphs: [
      `Ya no se puede entrar a tu cuenta en ${brand.name} con ${provider}.`,
      `Si no fuiste tú, cambia tu contraseña y escríbenos a ${brand.email}.`,
    ],
    action: { label: 'Ver mi cuenta', url: `${input.publicUrl}/account` },
  })
}
