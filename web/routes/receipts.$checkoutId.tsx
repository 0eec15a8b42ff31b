import { createFileRoute } from '@tanstack/react-router'
import { requireSession } from '#web/features/auth/require-session.ts'
import { ReceiptScreen } from '#web/features/checkouts/receipt-screen.tsx'
import { pageHead } from '#web/platform/page-head.ts'

export const Route = createFileRoute('/receipts/$checkoutId')({
  ssr: false,
  beforeLoad: ({ location }) => requireSession({ next: location.href }),
  head: () => pageHead({ title: 'Recibo', indexed: false }),
  component: ReceiptPage,
})

function ReceiptPage() {
  const { checkoutId } = Route.useParams()
  return <ReceiptScreen checkoutId={checkoutId} />
}
