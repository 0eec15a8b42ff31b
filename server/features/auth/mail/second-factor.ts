import { brand } from '#contract/brand.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'
import type { EndedAccess } from '../repository/lasting-access.ts'
import { endedAccessTexts } from './ended-access.ts'

export function secondFactorAddedMail({ publicUrl }: { publicUrl: string }): MailContent {
  return mailLayout({
    subject: 'Se activó el segundo factor',
    paragraphs: [
      `Desde ahora, para entrar a tu cuenta en ${brand.name} hace falta también el código de tu aplicación. Se cerraron las demás sesiones.`,
      `Si no fuiste tú, escríbenos cuanto antes a ${brand.email}: alguien más entró a tu cuenta.`,
    ],
    action: { label: 'Ver mi cuenta', url: `${publicUrl}/account` },
    footnote: `Si pierdes el teléfono y no tienes otro segundo factor, escríbenos a ${brand.email} desde esta dirección.`,
  })
}

/** `by` staff: a command removed it, because the user lost their phone. */
export function secondFactorRemovedMail({
  by,
  publicUrl,
  ended = { feeds: 0, invitations: 0 },
}: {
  publicUrl: string
  by: 'owner' | 'staff'
  ended?: EndedAccess
}): MailContent {
  const subject = by === 'owner' ? 'Se quitó un segundo factor' : 'Quitamos el segundo factor de tu cuenta'
  return mailLayout({
    subject,
    paragraphs: [
      by === 'owner'
        ? `Se quitó un segundo factor de tu cuenta en ${brand.name}. Los códigos de esa aplicación ya no sirven.`
        : `Como nos pediste, quitamos el segundo factor de tu cuenta en ${brand.name} y cerramos todas las sesiones. Ahora entras solo con tu contraseña; activa otro cuanto antes.`,
      ...endedAccessTexts(ended),
      `Si no fuiste tú, elige otra contraseña y escríbenos a ${brand.email}.`,
    ],
    action: { label: 'Recuperar mi cuenta', url: `${publicUrl}/forgot-password` },
  })
}

export function secondFactorLockedMail({ publicUrl }: { publicUrl: string }): MailContent {
  return mailLayout({
    subject: 'Alguien escribió códigos equivocados',
    paragraphs: [
      `Alguien pasó el primer paso para entrar a tu cuenta en ${brand.name} y escribió varios códigos equivocados de tu segundo factor. No entró: lo bloqueamos por un rato.`,
      'Si no fuiste tú, cambia tu contraseña en Mi Cuenta cuanto antes.',
    ],
    action: { label: 'Ver mi cuenta', url: `${publicUrl}/account` },
    footnote: `Si no puedes entrar, escríbenos a ${brand.email} desde esta dirección.`,
  })
}
