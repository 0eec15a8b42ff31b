import { createFileRoute } from '@tanstack/react-router'

import { brand } from '#contract/brand.ts'
import { PatientWelcomeScreen } from '#web/features/auth/registration/patient-welcome-screen.tsx'
import { requireNewPatient } from '#web/features/auth/require-newcomer.ts'
import { pageHead } from '#web/platform/page-head.ts'

export const Route = createFileRoute('/patient-welcome')({
  ssr: false,
  beforeLoad: ({ context, location }) =>
    requireNewPatient({ context, hasJustRegistered: location.state.hasJustRegistered === true }),
  head: () =>
    pageHead({
      title: 'Te damos la bienvenida',
      description: `Los primeros pasos en ${brand.name}: buscar, comparar y reservar.`,
      indexed: false,
    }),
  component: PatientWelcomeScreen,
})
