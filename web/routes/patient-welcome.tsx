import { createFileRoute } from '@tanstack/react-router'

import { brand } from '#contract/brand.ts'
import { PatientWelcomeScreen } from '#web/features/accounts/registration/patient-welcome-screen.tsx'
import { cachedFor } from '#web/platform/page-cache.ts'
import { pageHead } from '#web/platform/page-head.ts'

export const Route = createFileRoute('/patient-welcome')({
  head: () =>
    pageHead({
      title: 'Te damos la bienvenida',
      description: `Los primeros pasos en ${brand.name}: buscar, comparar y reservar.`,
      indexed: false,
    }),
  headers: cachedFor(60),
  component: PatientWelcomeScreen,
})
