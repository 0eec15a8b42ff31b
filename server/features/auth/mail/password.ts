import type { SocialProvider } from '#contract/accounts.ts'
import { brand } from '#contract/brand.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'
import type { EndedAccess } from '../repository/lasting-access.ts'
import { endedAccessTexts } from './ended-access.ts'
import { providerNames } from './identity.ts'

type Change = { recoveryUrl: string; ended: EndedAccess; providers: readonly SocialProvider[] }

/** `providers`: what the account is connected with, which a new password leaves. */
export function passwordChangedMail({ recoveryUrl, ended, providers }: Change): MailContent {
  return mailLayout({
    subject: 'Tu contraseña cambió',
    paragraphs: [
      `Se cambió la contraseña de tu cuenta en ${brand.name}, y se cerraron las demás sesiones.`,
      ...endedAccessTexts(ended),
      ...(providers.length === 0 ? [] : [connectedText(providers)]),
      `Si no fuiste tú, elige otra cuanto antes y escríbenos a ${brand.email}.`,
    ],
    action: { label: 'Recuperar mi cuenta', url: recoveryUrl },
  })
}

function connectedText(providers: readonly SocialProvider[]): string {
  const names = new Intl.ListFormat('es').format(providers.map((provider) => providerNames[provider]))
  return `Todavía se puede entrar también con ${names}. Si no fuiste tú quien hizo la conexión, desconéctala en Mi Cuenta.`
}
