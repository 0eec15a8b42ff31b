import { createFileRoute } from '@tanstack/react-router'

import { pageHead } from '#web/platform/page-head.ts'

export const Route = createFileRoute('/center/thank-you')({
  ssr: false,
  beforeLoad: async ({ context }) => {
    const { redirectNewCenter } = await import('#web/features/centers/registration/redirect-new-center.ts')
    await redirectNewCenter(context)
  },
  head: () =>
    pageHead({
      title: 'Gracias por registrarte',
      indexed: false,
    }),
})
