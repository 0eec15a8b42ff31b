import { brand } from '#contract/brand.ts'
import { chosenText } from '#server/features/centers/rules/chosen-text.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'

/** The subject also shows on locked screens, so it names no professional. */
export function feedCreatedMail(input: {
  centerName: string
  isApproved: boolean
  professionalName: string | null
  publicUrl: string
}): MailContent {
  const { professionalName, centerName, isApproved } = input
  const professional = chosenText(professionalName ?? '', { isApproved, neutral: 'un profesional' })
  const agenda = professionalName === null ? 'la agenda' : `la agenda de ${professional}`
  const center = chosenText(centerName, { isApproved, neutral: 'tu centro' })
  return mailLayout({
    subject: 'Se creó una dirección para ver la agenda',
    paragraphs: [
      `Desde tu cuenta se creó una dirección privada para ver ${agenda} de ${center} en otro calendario. Quien tenga esa dirección ve quién viene y cuándo, sin entrar a ${brand.name}.`,
      `Si no fuiste tú, cambia tu contraseña cuanto antes: así todas tus direcciones dejan de funcionar. Después escríbenos a ${brand.email}.`,
    ],
    action: { label: 'Ver mis direcciones', url: `${input.publicUrl}/center/dashboard?seccion=calendario` },
  })
}
