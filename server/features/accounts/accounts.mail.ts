import { brand } from '#contract/brand.ts'
import { mailLayout } from '#server/platform/mail-layout.ts'

type Content = { subject: string; html: string; text: string }

// None of these says anything that the account's user typed: whoever signs up with a stranger's address
// would otherwise have us deliver a text of their choice.

export function verificationMail(o: { link: string }): Content {
  return {
    subject: 'Confirma tu correo',
    ...mailLayout({
      title: 'Confirma tu correo',
      paragraphs: [`Alguien creó una cuenta en ${brand.name} con esta dirección. Si fuiste tú, confirma que es tuya.`],
      action: { label: 'Confirmar mi correo', url: o.link },
      footnote: 'El enlace sirve una sola vez y vence en 24 horas. Si no creaste la cuenta, ignora este mensaje.',
    }),
  }
}

export function recoveryMail(o: { link: string }): Content {
  return {
    subject: 'Restablece tu contraseña',
    ...mailLayout({
      title: 'Restablece tu contraseña',
      paragraphs: [`Recibimos un pedido para cambiar la contraseña de tu cuenta en ${brand.name}.`],
      action: { label: 'Elegir una contraseña nueva', url: o.link },
      footnote:
        'El enlace sirve una sola vez y vence en una hora. Si no lo pediste, ignora este mensaje: tu contraseña sigue siendo la misma.',
    }),
  }
}

export function passwordChangedMail(o: { recoveryUrl: string }): Content {
  return {
    subject: 'Tu contraseña cambió',
    ...mailLayout({
      title: 'Tu contraseña cambió',
      paragraphs: [
        `Se cambió la contraseña de tu cuenta en ${brand.name}, y se cerraron las demás sesiones.`,
        `Si no fuiste tú, elige otra cuanto antes y escríbenos a ${brand.email}.`,
      ],
      action: { label: 'Recuperar mi cuenta', url: o.recoveryUrl },
    }),
  }
}

/** To the address that the account has now. */
export function leaveEmailMail(o: { link: string; newEmail: string }): Content {
  return {
    subject: 'Confirma el cambio de tu correo',
    ...mailLayout({
      title: 'Confirma el cambio de tu correo',
      paragraphs: [
        `Se pidió que tu cuenta en ${brand.name} pase a usar la dirección ${o.newEmail}.`,
        'Para completar el cambio hay que confirmarlo desde las dos direcciones.',
      ],
      action: { label: 'Confirmar el cambio', url: o.link },
      footnote:
        'El enlace sirve una sola vez y vence en 24 horas. Si no lo pediste, no lo uses y cambia tu contraseña cuanto antes.',
    }),
  }
}

/** To the address that the account is to have. */
export function enterEmailMail(o: { link: string }): Content {
  return {
    subject: 'Confirma tu nueva dirección de correo',
    ...mailLayout({
      title: 'Confirma tu nueva dirección de correo',
      paragraphs: [
        `Se pidió que una cuenta en ${brand.name} pase a usar esta dirección.`,
        'Para completar el cambio hay que confirmarlo desde las dos direcciones.',
      ],
      action: { label: 'Confirmar el cambio', url: o.link },
      footnote: 'El enlace sirve una sola vez y vence en 24 horas. Si no lo pediste, ignora este mensaje.',
    }),
  }
}
