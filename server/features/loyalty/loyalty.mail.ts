import { brand } from '#contract/brand.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'

export const handedOverTitle = 'Entregaron una recompensa tuya'
/** The name of a reward is left out of titles, because it may be that of a service. */
export const takenBackTitle = 'Tu recompensa vuelve a estar disponible'

const quoted = (name: string) => `«${name.replaceAll(/[«»]/g, '"')}»`

export function handedOverText({ rewardName, provider }: { rewardName: string; provider: string }): string {
  return `${provider} anotó que te entregó ${quoted(rewardName)}, con el código que se muestra en la recepción.`
}

export const ifNotYou = () => `Si no fuiste tú, escríbenos a ${brand.email} y lo revisamos.`

export function handedOverMail({
  publicUrl,
  ...handover
}: {
  publicUrl: string
  rewardName: string
  provider: string
}): MailContent {
  return mailLayout({
    subject: handedOverTitle,
    paragraphs: [handedOverText(handover), ifNotYou()],
    action: { label: 'Ver Mis Recompensas', url: `${publicUrl}/loyalty?pestana=mias` },
  })
}
