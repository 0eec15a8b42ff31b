import { createFileRoute } from '@tanstack/react-router'

import { QuestionScreen } from '#web/features/centers/question/question-screen.tsx'
import { pageHead } from '#web/platform/page-head.ts'

/** Readable by visitors: a mail opens it. The link works like a password. */
export const Route = createFileRoute('/question/$token')({
  ssr: false,
  head: () => pageHead({ title: 'Tu pregunta', indexed: false }),
  component: Question,
})

function Question() {
  const { token } = Route.useParams()
  return <QuestionScreen key={token} token={token} />
}
