import { brand } from '#contract/brand.ts'
import type { DiscountTerms } from '#contract/discounts.ts'
import { pesos } from '#contract/money.ts'
import { reservationMinutes } from '#contract/promotion-codes.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'

type Announcement = DiscountTerms & { name: string; code: string }

/** The promotion in one sentence: «Primavera: 20 % de descuento, hasta $ 500, con el código PRIMAVERA.» */
export function announcementText({ name, code, discountType, discountValue, maximumCents }: Announcement): string {
  const limit = maximumCents === null ? '' : `, hasta ${pesos(maximumCents)}`
  const discount = discountType === 'percentage' ? `${String(discountValue).replace('.', ',')} %` : pesos(discountValue)
  const terms = discountType === 'percentage' ? `${discount} de descuento${limit}` : `${discount} de descuento`
  return `${name}: ${terms}, con el código ${code}.`
}

export function promotionMail({
  centerName,
  url,
  unsubscribeUrl,
  ...promotion
}: Announcement & { centerName: string; url: string; unsubscribeUrl: string }): MailContent {
  return mailLayout({
    subject: `Promoción de ${centerName}`,
    paragraphs: [
      `${centerName} publicó una promoción.`,
      announcementText(promotion),
      `Reserva una cita, aplica el código y págala dentro de los ${reservationMinutes} minutos: hasta entonces el descuento queda guardado para ti.`,
    ],
    action: { label: 'Ver promociones', url },
    footnote: `Recibes este correo porque pediste las promociones de tus centros en ${brand.name}.`,
    settings: { label: 'Dejar de recibir promociones', url: unsubscribeUrl },
  })
}
