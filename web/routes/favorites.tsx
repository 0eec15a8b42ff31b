import { createFileRoute } from '@tanstack/react-router'
import { FavoritesScreen } from '#web/features/favorites/favorites-screen.tsx'
import { pageHead } from '#web/platform/page-head.ts'

export const Route = createFileRoute('/favorites')({
  // What a visitor has saved is in their browser.
  ssr: false,
  head: () => pageHead({ title: 'Guardados', indexed: false }),
  component: FavoritesScreen,
})
