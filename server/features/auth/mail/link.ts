import { brand } from '#contract/brand.ts'
import { minutesInWords } from '#contract/numbers-in-words.ts'
import { minuteMs } from '#server/platform/local-time.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'
import { kinds, type TokenKind } from '../rules/token-kinds.ts'

// No mail contains text that the visitor typed, as the address may be a stranger's: the visitor could otherwise have us
// deliver a text of their choice.

/** The code that works instead of the link, where a page asks for it. */
const codeToType = (digits: string) => ({ label: 'Si una página te pide un código, escribe este:', digits })

const lifetimeOf = (kind: TokenKind) => minutesInWords(kinds[kind].lifetimeMs / minuteMs)

export function verificationMail({ link, code }: { link: string; code: string }): MailContent {
  return mailLayout({
    subject: 'Confirma tu correo',
    paragraphs: [`Alguien creó una cuenta en ${brand.name} con esta dirección. Si fuiste tú, confirma que es tuya.`],
    action: { label: 'Confirmar mi correo', url: link },
    code: codeToType(code),
    footnote: `El enlace y el código sirven una sola vez y vencen en ${lifetimeOf('signup')}. Si no creaste la cuenta, ignora este mensaje.`,
  })
}

export function recoveryMail({ link, code }: { link: string; code: string }): MailContent {
  return mailLayout({
    subject: 'Restablece tu contraseña',
    paragraphs: [`Recibimos un pedido para cambiar la contraseña de tu cuenta en ${brand.name}.`],
    action: { label: 'Elegir una contraseña nueva', url: link },
    code: codeToType(code),
    footnote: `El enlace y el código sirven una sola vez y vencen en ${lifetimeOf('recovery')}. Si no lo pediste, ignora este mensaje: tu contraseña sigue siendo la misma.`,
  })
}

export function signInMail({ link, code }: { link: string; code: string }): MailContent {
  return mailLayout({
    subject: 'Tu enlace para entrar',
    title: `Entra a ${brand.name}`,
    paragraphs: ['Recibimos un pedido para entrar a tu cuenta sin contraseña.'],
    action: { label: 'Entrar a mi cuenta', url: link },
    code: codeToType(code),
    footnote: `El enlace y el código sirven una sola vez y vencen en ${lifetimeOf('magiclink')}. Si no lo pediste, ignora este mensaje y no le digas el código a nadie.`,
  })
}

/** The mail for a change to the account when the sign-in is not recent. */
export function reauthenticationMail({ code }: { code: string }): MailContent {
  return mailLayout({
    subject: 'Tu código para confirmar que eres tú',
    title: 'Confirma que eres tú',
    paragraphs: [`Para hacer este cambio en tu cuenta de ${brand.name} necesitamos saber que eres tú.`],
    code: { label: 'Escribe este código donde lo pediste:', digits: code },
    footnote: `El código sirve una sola vez y vence en ${lifetimeOf('reauthentication')}. Si no lo pediste, alguien más puede tener tu sesión abierta: cambia tu contraseña y no le digas el código a nadie.`,
  })
}

/** The mail to the current address. Without newEmail, it does not name the new address. */
export function currentAddressMail({
  newEmail,
  link,
  code,
}: {
  link: string
  code: string
  newEmail: string | undefined
}): MailContent {
  return mailLayout({
    subject: 'Confirma el cambio de tu correo',
    paragraphs: [
      `Se pidió que tu cuenta en ${brand.name} pase a usar ${newEmail === undefined ? 'otra dirección' : `la dirección ${newEmail}`}.`,
      'Para completar el cambio hay que confirmarlo desde las dos direcciones.',
    ],
    action: { label: 'Confirmar el cambio', url: link },
    code: codeToType(code),
    footnote: `El enlace y el código sirven una sola vez y vencen en ${lifetimeOf('email_change_current')}. Si no lo pediste, no los uses y cambia tu contraseña cuanto antes.`,
  })
}

export function newAddressMail({ link, code }: { link: string; code: string }): MailContent {
  return mailLayout({
    subject: 'Confirma tu nueva dirección de correo',
    paragraphs: [
      `Se pidió que una cuenta en ${brand.name} pase a usar esta dirección.`,
      'Para completar el cambio hay que confirmarlo desde las dos direcciones. También puedes escribir el código de este correo en Mi Cuenta, donde pediste el cambio.',
    ],
    action: { label: 'Confirmar el cambio', url: link },
    code: codeToType(code),
    footnote: `El enlace y el código sirven una sola vez y vencen en ${lifetimeOf('email_change_new')}. Si no lo pediste, ignora este mensaje.`,
  })
}
