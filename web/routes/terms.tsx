import { createFileRoute } from '@tanstack/react-router'

import { brand, legalVersions } from '#contract/brand.ts'
import { LegalPage } from '#web/features/legal/legal-page.tsx'
import { termsSections } from '#web/features/legal/terms-content.tsx'
import { cachedFor } from '#web/platform/page-cache.ts'
import { pageHead } from '#web/platform/page-head.ts'

export const Route = createFileRoute('/terms')({
  head: () =>
    pageHead({
      title: 'Términos y condiciones',
      description: `Qué es ${brand.name}, qué puedes esperar del servicio y qué esperamos de quienes lo usan.`,
    }),
  headers: cachedFor(300),
  component: Terms,
})

function Terms() {
  return (
    <LegalPage
      title="Términos y condiciones"
      version={legalVersions.terms}
      intro="En pocas palabras: buscar y reservar es gratis, la atención la da el centro que elijas, y una hora confirmada es tuya."
      sections={termsSections()}
    />
  )
}
