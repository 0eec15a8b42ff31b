import { createFileRoute } from '@tanstack/react-router'

import { brand } from '#contract/brand.ts'
import { FaqScreen } from '#web/features/legal/faq-screen.tsx'
import { cachedFor } from '#web/platform/page-cache.ts'
import { pageHead } from '#web/platform/page-head.ts'
import { structuredData } from '#web/platform/structured-data.ts'

export const Route = createFileRoute('/faq')({
  // Imported dynamically, so that only this page loads its texts.
  head: async () => ({
    ...pageHead({
      title: 'Preguntas frecuentes',
      description: `Cómo reservar, cancelar y pagar con ${brand.name}, y qué pasa con tus datos de salud.`,
    }),
    scripts: [structuredData([(await import('#web/features/legal/faq-structured-data.ts')).faqPage()])],
  }),
  headers: cachedFor(300),
  component: FaqScreen,
})
