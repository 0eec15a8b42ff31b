import { useMutation } from '@tanstack/react-query'
import { brand } from '#contract/brand.ts'
import type { Reward } from '#contract/loyalty.ts'
import { isHandedOver } from '#contract/loyalty-words.ts'
import { useApi } from '#web/platform/api.ts'
import { dayWords, rewardWords } from '#web/platform/discount-words.ts'
import { errorCode, errorMessage, UserFacingError } from '#web/platform/error-message.ts'
import { formatCount } from '#web/platform/formats.ts'
import { useRequestKeys } from '#web/platform/idempotency-key.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'

type RedeemDialogProps = { reward: Reward; available: number; onClose: () => void }

export function RedeemDialog({ reward, available, onClose }: RedeemDialogProps) {
  const { queries } = useApi()
  const redeeming = useMutation(queries.loyalty.redeem.mutationOptions())
  const keys = useRequestKeys()
  const { name, description, pointsCost, discountType, discountValue, maximumCents, validUntil } = reward
  const isForDesk = isHandedOver(reward.rewardType)

  async function redeem(): Promise<void> {
    try {
      const redemption = {
        rewardId: reward.id,
        seen: { name, description, pointsCost, discountType, discountValue, maximumCents },
      }
      await redeeming.mutateAsync({ ...redemption, idempotencyKey: keys.keyOf(redemption) })
    } catch (error) {
      announceFailure(error, pointsCost)
      throw new UserFacingError(failureText(error, pointsCost))
    }
    toast({
      kind: 'success',
      title: '¡Recompensa canjeada!',
      description: isForDesk
        ? `«${name}» ya está en Mis Recompensas, con su código.`
        : `«${name}» ya está en Mis Recompensas. Úsala al pagar tu próxima cita.`,
    })
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`¿Canjear «${name}»?`}
      consequences={[
        `Usas ${formatCount(pointsCost)} puntos: te quedan ${formatCount(available - pointsCost)}.`,
        isForDesk ? `Te da: ${rewardWords(reward)}.` : `Te da: ${rewardWords(reward)}, en una cita que reserves tú.`,
        validUntil ? `Puedes usarla hasta el ${dayWords(validUntil)}.` : 'No vence.',
        isForDesk
          ? `Muestras su código en la recepción${reward.provider ? '' : ` de ${brand.name}`} y te la entregan.`
          : 'La eliges al pagar en línea, o muestras su código al pagar en el centro. Si la cita se cancela, vuelve a quedar disponible.',
      ]}
      confirmLabel="Canjear"
      onConfirm={redeem}
    />
  )
}

function failureText(error: unknown, pointsCost: number): string {
  const code = errorCode(error)
  if (code === 'session.missing') return 'Debes estar autenticado para canjear recompensas'
  if (code === 'loyalty.not_enough_points') return `Necesitas ${formatCount(pointsCost)} puntos para esta recompensa`
  return errorMessage(error)
}

function announceFailure(error: unknown, pointsCost: number): void {
  const isShort = errorCode(error) === 'loyalty.not_enough_points'
  toast({
    kind: 'destructive',
    title: isShort ? 'Puntos insuficientes' : 'No se pudo canjear la recompensa',
    description: failureText(error, pointsCost),
  })
}
