import { createFileRoute } from '@tanstack/react-router'

import { requireSession } from '#web/features/auth/require-session.ts'
import { ChatScreen } from '#web/features/conversations/chat-screen.tsx'
import { type ChatSearch, parseChatSearch } from '#web/features/conversations/chat-search.ts'
import { pageHead } from '#web/platform/page-head.ts'

export const Route = createFileRoute('/chat')({
  ssr: false,
  staticData: { frame: 'tool' },
  // The page parses it, so that its parser is not in every page's first scripts.
  validateSearch: (raw: Record<string, unknown>) => raw as ChatSearch,
  beforeLoad: ({ location }) => requireSession({ next: location.href }),
  head: () => pageHead({ title: 'Mensajería', indexed: false }),
  component: Chat,
})

function Chat() {
  return <ChatScreen search={parseChatSearch(Route.useSearch())} />
}
