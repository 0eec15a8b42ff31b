import { useMutation, useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { cleanDigits } from '#contract/pasted-text.ts'
import type { UserRow } from '#contract/users.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage, refusedFields } from '#web/platform/error-message.ts'
import { formatCount, formatDate } from '#web/platform/formats.ts'
import { useRequestKeys } from '#web/platform/idempotency-key.ts'
import { balancePoints, signedPoints } from '#web/platform/points-words.ts'
import { Button } from '#web/ui/button.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

export function PointsCard({ user }: { user: UserRow }) {
  const { queries } = useApi()
  const query = useQuery(queries.users.points.queryOptions({ input: { userId: user.id } }))
  const [isOpen, setIsOpen] = useState(false)
  if (!query.data) {
    return (
      <Pending query={query} loading="Cargando los puntos" failed="No se pudieron cargar los puntos">
        <Skeleton className="h-24" />
      </Pending>
    )
  }
  const { availablePoints, spendablePoints, lifetimePoints, correctionLimit, movements } = query.data
  const onHold = Math.max(availablePoints, 0) - spendablePoints
  return (
    <section aria-labelledby="user-points" className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h4 id="user-points">Puntos</h4>
        {user.can.correctPoints && (
          <Button variant="secondary" size="small" {...opensDialog} onClick={() => setIsOpen(true)}>
            Corregir puntos
          </Button>
        )}
      </div>
      <p>{`${availableWords(availablePoints)}, ${balancePoints(lifetimePoints)} ganados en total.`}</p>
      {availablePoints < 0 && <p className="text-sm">Usó puntos que después se restaron: su saldo está bajo cero.</p>}
      {onHold > 0 && <p className="text-sm">{`${formatCount(onHold)} se pueden usar desde mañana.`}</p>}
      {movements.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line bg-panel">
          {movements.map(({ id, points, description, at, correctedBy }) => (
            <li key={id} className="flex items-baseline justify-between gap-4 px-4 py-2">
              <span className="grid min-w-0">
                <span className="wrap-anywhere">{description}</span>
                <span className="text-sm text-ink-soft">
                  {correctedBy === null ? formatDate(at) : `${formatDate(at)} · ${correctedBy}`}
                </span>
              </span>
              <strong className="tabular-nums">{signedPoints(points)}</strong>
            </li>
          ))}
        </ul>
      )}
      {isOpen && (
        <CorrectionDialog
          user={user}
          available={availablePoints}
          limit={correctionLimit}
          onClose={() => setIsOpen(false)}
        />
      )}
    </section>
  )
}

const availableWords = (points: number) => `${balancePoints(points)} disponibles`

type CorrectionDialogProps = { user: UserRow; available: number; limit: number | null; onClose: () => void }
type Errors = { points?: string; reason?: string; form?: string }

function CorrectionDialog({ user, available, limit, onClose }: CorrectionDialogProps) {
  const { queries } = useApi()
  const correctPoints = useMutation(queries.users.correctPoints.mutationOptions())
  const keys = useRequestKeys()
  const [points, setPoints] = useState('')
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<Errors>({})

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    const typed = cleanDigits(points)
    const fieldErrors: Errors = {
      ...(!/^[+-]?\d{1,7}$/.test(typed) && { points: 'Escribe un número entero, por ejemplo 50 o -50' }),
      ...(reason.trim() === '' && { reason: 'Escribe el motivo' }),
    }
    setErrors(fieldErrors)
    if (Object.keys(fieldErrors).length > 0) return
    try {
      const correction = { userId: user.id, points: Number(typed), reason }
      const balance = await correctPoints.mutateAsync({ ...correction, movementId: keys.keyOf(correction) })
      const description = `Ahora tiene ${availableWords(balance.availablePoints)}.`
      toast({ kind: 'success', title: 'Puntos corregidos', description })
      onClose()
    } catch (error) {
      const refused = refusedFields(error)
      const form = refused.length === 0 ? { form: errorMessage(error) } : {}
      setErrors({ ...form, ...Object.fromEntries(refused.map(({ path, message }) => [path, message])) })
    }
  }

  return (
    <FormDialog
      open
      onClose={onClose}
      title="Corregir puntos"
      description={`${user.fullName || user.email} tiene ${availableWords(available)}. La corrección queda en el registro.`}
      size="small"
      pending={correctPoints.isPending}
      error={errors.form}
      submitLabel="Corregir"
      onSubmit={submit}
    >
      <TextField
        label="Puntos"
        hint={`Con un menos adelante se restan.${limit === null ? '' : ` Ahora puedes sumar hasta ${formatCount(limit)}.`}`}
        required
        autoComplete="off"
        maxLength={8}
        value={points}
        error={errors.points}
        onChange={({ currentTarget }) => setPoints(currentTarget.value)}
      />
      <TextArea
        label="Motivo"
        hint="Lo lee la persona en su historial."
        required
        rows={2}
        maxLength={200}
        value={reason}
        error={errors.reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </FormDialog>
  )
}
