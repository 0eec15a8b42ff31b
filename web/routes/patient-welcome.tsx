import { createFileRoute } from '@tanstack/react-router'

import { PatientWelcomeScreen } from '#web/features/home/patient-welcome-screen.tsx'
import { pageHead } from '#web/platform/page-head.ts'

export const Route = createFileRoute('/patient-welcome')({
  ssr: false,
  // Every page loads the routes, so what only this page checks is not among their imports.
  beforeLoad: async ({ context }) => {
    const { requirePatient } = await import('#web/features/auth/require-newcomer.ts')
    await requirePatient({ context })
  },
  head: () =>
    pageHead({
      title: 'Te damos la bienvenida',
      indexed: false,
    }),
  component: PatientWelcomeScreen,
})
