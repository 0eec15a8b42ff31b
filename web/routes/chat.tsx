import { createFileRoute } from '@tanstack/react-router'

import { requireSession } from '#web/features/auth/require-session.ts'
import { ChatScreen } from '#web/features/conversations/chat-screen.tsx'
import { parseChatSearch } from '#web/features/conversations/chat-search.ts'
import { pageHead } from '#web/platform/page-head.ts'

export const Route = createFileRoute('/chat')({
  ssr: false,
  staticData: { frame: 'tool' },
  validateSearch: parseChatSearch,
  beforeLoad: ({ location }) => requireSession({ next: location.href }),
  head: () => pageHead({ title: 'Mensajería', indexed: false }),
  component: Chat,
})

function Chat() {
  return <ChatScreen search={Route.useSearch()} />
}
