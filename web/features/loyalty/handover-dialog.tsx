import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { brand } from '#contract/brand.ts'
import type { Handover } from '#contract/handovers.ts'
import { handoverUndoHours } from '#contract/loyalty-words.ts'
import { cleanedCode, promotionCodeMax } from '#contract/promotion-codes.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage, refusalReason } from '#web/platform/error-message.ts'
import { formatDate } from '#web/platform/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeField } from '#web/ui/code-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

import { HandoverCard, useUndoHandover } from './handover-card.tsx'

type HandoverDialogProps = {
  /** Null: what Senda hands over, which staff do. */
  centerId: string | null
  /** Whether the caller sees what was handed over to all patients. */
  showsLast: boolean
  open: boolean
  onClose: () => void
}

/** Hands a reward over for the code that a patient shows, and lists what was handed over, so that a mistake can be undone. */
export function HandoverDialog({ centerId, showsLast, open, onClose }: HandoverDialogProps) {
  const { queries } = useApi()
  const checking = useMutation(queries.loyalty.checkCode.mutationOptions())
  const [found, setFound] = useState<{ code: string; handover: Handover }>()

  async function check(code: string): Promise<string | undefined> {
    setFound(undefined)
    try {
      setFound({ code, handover: await checking.mutateAsync({ centerId, code }) })
      return undefined
    } catch (failure) {
      return refusalReason(failure) ?? errorMessage(failure)
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Entregar una recompensa"
      description={`El paciente ve su código en «Mis Recompensas». Cuando anotas la entrega, ${brand.name} le avisa.`}
      size="small"
    >
      <div className="grid gap-5">
        <CodeField
          startsOpen
          question="¿Qué código muestra el paciente?"
          label="Código de la recompensa"
          submitLabel="Ver qué es"
          maxLength={4 * promotionCodeMax}
          clean={cleanedCode}
          onSubmit={check}
        />
        {found && <HandoverCard key={found.code} centerId={centerId} {...found} onDone={() => setFound(undefined)} />}
        {showsLast && <LastHandovers centerId={centerId} />}
      </div>
    </Dialog>
  )
}

function LastHandovers({ centerId }: { centerId: string | null }) {
  const { queries } = useApi()
  const query = useQuery(queries.loyalty.handovers.queryOptions({ input: centerId === null ? {} : { centerId } }))
  const undo = useUndoHandover(centerId)
  const items = query.data?.items ?? []
  if (items.length === 0) return null
  return (
    <section className="grid gap-2">
      <h3 className="text-base">Últimas entregas</h3>
      <p className="text-sm text-ink-soft">{`Una entrega se deshace dentro de las ${handoverUndoHours} horas.`}</p>
      <ul className="divide-y divide-line">
        {items.map((handover) => (
          <li key={handover.id} className="flex flex-wrap items-center justify-between gap-2 py-2">
            <span className="grid">
              <span className="wrap-anywhere">{handover.rewardName}</span>
              <span className="text-sm text-ink-soft">
                <span translate="no">{handover.patientName}</span>
                {handover.usedAt !== null && ` · ${formatDate(handover.usedAt)}`}
              </span>
            </span>
            {handover.can.undo && (
              <Button
                variant="secondary"
                size="small"
                aria-label={`Deshacer la entrega de ${handover.rewardName} a ${handover.patientName}`}
                pending={undo.isPending}
                onClick={() => void undo.run(handover)}
              >
                Deshacer
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
