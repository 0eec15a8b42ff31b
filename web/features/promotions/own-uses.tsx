import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import type { PromotionUse } from '#contract/promotions.ts'
import { useApi } from '#web/platform/api.ts'
import { useCursorList } from '#web/platform/cursor-pages.ts'
import { formatDay, formatMoney } from '#web/platform/formats.ts'
import { formatTimeWithOwn } from '#web/platform/own-time.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CursorList } from '#web/ui/cursor-list.tsx'
import { DeskCode } from '#web/ui/desk-code.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'

const statuses = {
  reserved: { label: 'Reservada', tone: 'green' },
  consumed: { label: 'Usada', tone: 'neutral' },
  released: { label: 'Devuelta', tone: 'neutral' },
  expired: { label: 'Vencida', tone: 'neutral' },
} as const

export function OwnUses({ onChoose }: { onChoose: (code: string) => void }) {
  const { queries } = useApi()
  const pages = useCursorList(queries.promotions.uses, { limit: 10 })
  const [released, setReleased] = useState<PromotionUse>()
  return (
    <section aria-labelledby="own-uses" className="grid gap-3">
      <h2 id="own-uses">Promociones que aplicaste</h2>
      <CursorList
        pages={pages}
        loading="Cargando tus promociones"
        failed="No se pudieron cargar las promociones"
        skeletons={<Skeleton className="h-20" />}
        empty={
          <p className="text-ink-soft">
            Todavía no aplicaste ninguna. Escribe un código o elige una de las publicadas.
          </p>
        }
      >
        {(use) => <AppliedRow key={use.id} use={use} onRelease={() => setReleased(use)} onChoose={onChoose} />}
      </CursorList>
      {released && <ReleaseDialog use={released} onClose={() => setReleased(undefined)} />}
    </section>
  )
}

type RowProps = { use: PromotionUse; onRelease: () => void; onChoose: (code: string) => void }

function AppliedRow({ use, onRelease, onChoose }: RowProps) {
  const { name, code, status, center, discountCents, expiresAt, appointmentId, deskCode, can } = use
  const { label, tone } = statuses[status]
  const end = status === 'reserved' ? ` · hasta el ${formatDay(expiresAt)} a las ${formatTimeWithOwn(expiresAt)}` : ''
  return (
    <li className="grid gap-2 px-4 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <strong className="wrap-anywhere">{`${name} (${code})`}</strong>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="text-sm text-ink-soft">
        {`−${formatMoney(discountCents)} · ${center ? center.name : 'Todos los centros'}${end}`}
      </p>
      {deskCode !== null && <DeskCode code={deskCode} />}
      {status === 'released' && appointmentId !== null && (
        <p className="text-sm">La cita se canceló o su pago se devolvió: el código volvió a quedar libre.</p>
      )}
      {(status === 'released' || status === 'expired') && (
        <Button
          variant="quiet"
          size="small"
          className="justify-self-start"
          aria-label={`Usar de nuevo ${code}`}
          onClick={() => onChoose(code)}
        >
          Usar de nuevo
        </Button>
      )}
      {can.release && (
        <Button
          variant="quiet"
          size="small"
          className="justify-self-start"
          aria-label={`Dejar de usar ${code}`}
          {...opensDialog}
          onClick={onRelease}
        >
          Dejar de usar
        </Button>
      )}
    </li>
  )
}

function ReleaseDialog({ use, onClose }: { use: PromotionUse; onClose: () => void }) {
  const { queries } = useApi()
  const releasing = useMutation(queries.promotions.release.mutationOptions())
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`¿Dejar de usar ${use.code}?`}
      consequences={['Tu próximo pago no tendrá este descuento. Puedes volver a aplicarla mientras queden usos.']}
      confirmLabel="Dejar de usar"
      onConfirm={async () => {
        await releasing.mutateAsync({ useId: use.id })
        toast({ kind: 'success', title: 'Promoción devuelta', description: use.name })
      }}
    />
  )
}
