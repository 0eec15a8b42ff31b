import { createFileRoute } from '@tanstack/react-router'

import { brand, legalVersions } from '#contract/brand.ts'
import { LegalPage } from '#web/features/legal/legal-page.tsx'
import { privacySections } from '#web/features/legal/privacy-content.tsx'
import { cachedFor } from '#web/platform/page-cache.ts'
import { pageHead } from '#web/platform/page-head.ts'

export const Route = createFileRoute('/privacy')({
  head: () =>
    pageHead({
      title: 'Política de privacidad',
      description: `Qué datos reúne ${brand.name}, para qué, quién los ve, cuánto se guardan y qué puedes pedirnos.`,
    }),
  headers: cachedFor(300),
  component: Privacy,
})

function Privacy() {
  return (
    <LegalPage
      title="Política de privacidad"
      version={legalVersions.privacy}
      intro="En pocas palabras: tus datos son tuyos, ningún otro centro ni otro paciente ve tus reservas, y no le vendemos nada a nadie."
      sections={privacySections()}
    />
  )
}
