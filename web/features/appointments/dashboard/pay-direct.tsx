import { useState } from 'react'

import { directPaymentCents } from '#contract/direct-payments.ts'
import type { Therapy } from '#contract/therapies.ts'
import { PayDialog } from '#web/features/checkouts/pay-dialog.tsx'
import { formatMoney } from '#web/platform/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'

/** Pays a consultation with the professional in advance. */
export function PayDirect({ therapy: { professionalId, professional } }: { therapy: Therapy }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="small" variant="quiet" {...opensDialog} onClick={() => setIsOpen(true)}>
        {`Pago directo de ${formatMoney(directPaymentCents)}`}
        <span className="sr-only">{` a ${professional.name}`}</span>
      </Button>
      <PayDialog target={{ professionalId }} open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
