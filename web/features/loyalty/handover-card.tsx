import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Handover } from '#contract/handovers.ts'
import { useApi } from '#web/platform/api.ts'
import { dayWords } from '#web/platform/discount-words.ts'
import { errorMessage, refusalReason } from '#web/platform/error-message.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toast } from '#web/ui/toast.ts'

type HandoverCardProps = {
  /** Null: Senda hands it over. */
  centerId: string | null
  handover: Handover
  /** The code that the patient showed. */
  code: string
  onDone: () => void
}

/** What is handed over for the code that a patient showed, and the button that records it. */
export function HandoverCard({ centerId, handover, code, onDone }: HandoverCardProps) {
  const { queries } = useApi()
  const handingOver = useMutation(queries.loyalty.handOver.mutationOptions())
  const undo = useUndoHandover(centerId)
  const [error, setError] = useState<string>()
  const { id: redemptionId, rewardName, rewardType, description, patientName, validUntil } = handover

  async function handOver(): Promise<void> {
    setError(undefined)
    try {
      await handingOver.mutateAsync({ centerId, redemptionId, code })
    } catch (failure) {
      setError(refusalReason(failure) ?? errorMessage(failure))
      return
    }
    toast({
      kind: 'success',
      title: 'Entrega anotada',
      description: `${rewardName}, a ${patientName}.`,
      durationMs: 8000,
      action: { label: 'Deshacer', onPress: () => void undo.run(handover) },
    })
    onDone()
  }

  return (
    <section className="grid gap-2 rounded-card border border-line bg-panel p-4">
      <h3 className="text-base wrap-anywhere">{rewardName}</h3>
      {description !== null && <p className="text-ink-soft wrap-anywhere">{description}</p>}
      <p>
        {rewardType === 'product' ? 'Un producto para ' : 'Una mejora de la consulta de '}
        <strong translate="no">{patientName}</strong>.{validUntil !== null && ` Vence el ${dayWords(validUntil)}.`}
      </p>
      <FormError error={error} />
      <Button className="justify-self-start" pending={handingOver.isPending} onClick={() => void handOver()}>
        Marcar como entregada
      </Button>
    </section>
  )
}

/** Undoes a hand-over that was recorded by mistake, and says so. */
export function useUndoHandover(centerId: string | null) {
  const { queries } = useApi()
  const undoing = useMutation(queries.loyalty.undoHandover.mutationOptions())
  async function run({ id: redemptionId, rewardName }: Handover): Promise<void> {
    try {
      await undoing.mutateAsync({ centerId, redemptionId })
    } catch (failure) {
      toast({ kind: 'destructive', title: 'No se pudo deshacer la entrega', description: errorMessage(failure) })
      return
    }
    toast({ kind: 'success', title: 'Entrega deshecha', description: `${rewardName} vuelve a estar disponible.` })
  }
  return { run, isPending: undoing.isPending }
}
