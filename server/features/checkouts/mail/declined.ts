import { pesos } from '#contract/money.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'

type Declined = {
  checkout: {
    totalCents: number
    centerName: string
    appointmentId: string | null
    packageTerms: object | null
    isDeposit: boolean
  }
}

/** In the mail and in the list of notifications. It names no service, because a locked screen shows it. */
export function declinedText({ checkout }: Declined) {
  const { totalCents, centerName, appointmentId, packageTerms, isDeposit } = checkout
  const rest = isDeposit
    ? ' Sin la seña, la hora no queda reservada: si todavía está guardada puedes pagarla de nuevo desde tus citas; si no, elige otra.'
    : appointmentId === null
      ? packageTerms === null
        ? ''
        : ' El bono no se compró: puedes intentarlo de nuevo en la página del centro.'
      : ' Tu cita sigue como estaba: puedes pagarla de otra forma.'
  return {
    subject: 'No se aprobó tu pago',
    text: `Tu pago de ${pesos(totalCents)} a ${centerName} no se aprobó. No se cobró nada.${rest}`,
    href:
      appointmentId === null || isDeposit
        ? '/dashboard'
        : `/dashboard?${new URLSearchParams({ appointment: appointmentId })}`,
  }
}

export function declinedMail({ publicUrl, ...declined }: Declined & { publicUrl: string }): MailContent {
  const { subject, text, href } = declinedText(declined)
  return mailLayout({ subject, paragraphs: [text], action: { label: 'Ver mis citas', url: `${publicUrl}${href}` } })
}
