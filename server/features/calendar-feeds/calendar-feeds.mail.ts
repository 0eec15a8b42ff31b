import { brand } from '#contract/brand.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'

/** The subject also shows on locked screens, so it names no professional. */
export function feedCreatedMail(input: {
  centerName: string
  professionalName: string | null
  publicUrl: string
}): MailContent {
  const agenda = input.professionalName === null ? 'la agenda' : `la agenda de ${input.professionalName}`
  return mailLayout({
    subject: 'Se creó una dirección para ver la agenda',
    paragraphs: [
      `Desde tu cuenta se creó una dirección privada para ver ${agenda} de ${input.centerName} en otro calendario. Quien tenga esa dirección ve quién viene y cuándo, sin entrar a ${brand.name}.`,
      `Si no fuiste tú, cambia tu contraseña cuanto antes: así todas tus direcciones dejan de funcionar. Después escríbenos a ${brand.email}.`,
    ],
    action: { label: 'Ver mis direcciones', url: `${input.publicUrl}/center/dashboard?seccion=calendario` },
  })
}
