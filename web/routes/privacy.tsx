import { createFileRoute } from '@tanstack/react-router'

import { brand } from '#contract/brand.ts'
import { parseLegalSearch } from '#web/features/legal/legal-search.ts'
import { LegalText } from '#web/features/legal/legal-text.tsx'
import { privacySections } from '#web/features/legal/privacy-content.tsx'
import { cachedFor } from '#web/platform/page-cache.ts'
import { pageHead } from '#web/platform/page-head.ts'

export const Route = createFileRoute('/privacy')({
  validateSearch: parseLegalSearch,
  loaderDeps: ({ search }) => search,
  // prefetch does not throw: the page says that it could not be loaded, and tries again.
  loader: ({ context: { queryClient, queries }, deps: { version } }) =>
    queryClient.prefetchQuery(
      queries.operator.legalText.queryOptions({ input: { document: 'privacy', ...(version && { version }) } }),
    ),
  head: () =>
    pageHead({
      title: 'Política de privacidad',
      description: `Qué datos reúne ${brand.name}, para qué, quién los ve, cuánto se guardan y qué puedes pedirnos.`,
    }),
  headers: cachedFor(300, parseLegalSearch),
  component: Privacy,
})

function Privacy() {
  return (
    <LegalText
      document="privacy"
      title="Política de privacidad"
      intro="En pocas palabras: tus datos son tuyos, ningún otro centro ni otro paciente ve tus reservas, y no le vendemos nada a nadie."
      sections={privacySections}
    />
  )
}
