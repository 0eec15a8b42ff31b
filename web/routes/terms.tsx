import { createFileRoute } from '@tanstack/react-router'

import { brand } from '#contract/brand.ts'
import { parseLegalSearch } from '#web/features/legal/legal-search.ts'
import { LegalText } from '#web/features/legal/legal-text.tsx'
import { termsSections } from '#web/features/legal/terms-content.tsx'
import { cachedFor } from '#web/platform/page-cache.ts'
import { pageHead } from '#web/platform/page-head.ts'

export const Route = createFileRoute('/terms')({
  validateSearch: parseLegalSearch,
  loaderDeps: ({ search }) => search,
  // prefetch does not throw: the page says that it could not be loaded, and tries again.
  loader: ({ context: { queryClient, queries }, deps: { version } }) =>
    queryClient.prefetchQuery(
      queries.operator.legalText.queryOptions({ input: { document: 'terms', ...(version && { version }) } }),
    ),
  head: () =>
    pageHead({
      title: 'Términos y condiciones',
      description: `Qué es ${brand.name}, qué puedes esperar del servicio y qué esperamos de quienes lo usan.`,
    }),
  headers: cachedFor(300, parseLegalSearch),
  component: Terms,
})

function Terms() {
  return (
    <LegalText
      document="terms"
      title="Términos y condiciones"
      intro="En pocas palabras: buscar y reservar es gratis, la atención la da el centro que elijas, y una hora confirmada, con tu correo confirmado, es tuya."
      sections={termsSections}
    />
  )
}
