import { createFileRoute } from '@tanstack/react-router'

import { brand } from '#contract/brand.ts'
import { ContactScreen } from '#web/features/contact/contact-screen.tsx'
import { cachedFor } from '#web/platform/page-cache.ts'
import { pageHead } from '#web/platform/page-head.ts'

export const Route = createFileRoute('/contact')({
  head: () =>
    pageHead({
      title: 'Contacto',
      description: `${brand.phone === null ? 'Correo' : 'Teléfono, correo'}${brand.address === null ? '' : ', dirección'} y horario de ${brand.name}. ${brand.supportHours}.`,
    }),
  headers: cachedFor(300),
  component: ContactScreen,
})
