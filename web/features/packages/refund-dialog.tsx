import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SoldPackage } from '#contract/packages.ts'
import { useApi } from '#web/platform/api.ts'
import { formatDate, formatMoney, formatTime } from '#web/platform/formats.ts'
import { localMoment } from '#web/platform/local-days.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'

type Props = { centerId: string; sold: SoldPackage; onClose: () => void }

/** Gives back what is left of a package. While an appointment is reserved with it, it says what has to be decided first. */
export function RefundDialog(props: Props) {
  const reserved = props.sold.visits.filter(({ isUsed }) => !isUsed)
  return reserved.length > 0 ? (
    <ReservedFirst centerId={props.centerId} reserved={reserved} onClose={props.onClose} />
  ) : (
    <Refund {...props} />
  )
}

function Refund({ centerId, sold, onClose }: Props) {
  const { queries } = useApi()
  const refund = useMutation(queries.packages.refund.mutationOptions())
  const refundCents = sold.money?.refundableCents ?? 0
  const amount = formatMoney(refundCents)
  // What is paid online is the whole price at once.
  const isOnline = sold.money?.payments.some(({ method }) => method === 'online') ?? false
  async function confirm(): Promise<void> {
    await refund.mutateAsync({ centerId, packageId: sold.id, refundCents })
    const description = isOnline
      ? `${amount} vuelven por el medio con el que pagó en línea.`
      : `${amount} salen de la caja.`
    toast({ kind: 'success', title: isOnline ? 'Devolución pedida' : 'Devolución anotada', description })
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={`¿Devolver ${amount}?`}
      consequences={[
        `${refundWords(sold)} ${isOnline ? 'Vuelve por el mismo medio con el que pagó en línea.' : 'Sale de la caja de hoy.'}`,
        'El bono termina: no se puede reservar más con él.',
      ]}
      confirmLabel={isOnline ? 'Pedir la devolución' : 'Anotar la devolución'}
      danger
      onConfirm={confirm}
    />
  )
}

function refundWords({ usedSessions, money }: SoldPackage): string {
  const refundedCents = money?.refundedCents ?? 0
  const less = [
    ...(usedSessions === 0 ? [] : [usedSessions === 1 ? 'la sesión que usó' : `las ${usedSessions} sesiones que usó`]),
    ...(refundedCents === 0 ? [] : [`${formatMoney(refundedCents)} que ya se le devolvieron`]),
  ]
  if (less.length === 0) return 'Es todo lo que pagó: no usó ninguna sesión.'
  return `Es lo que pagó menos ${less.join(' y ')}.`
}

/** The server refuses a refund while a session is reserved, because it must know whether that session is used. */
function ReservedFirst({ centerId, reserved, onClose }: Omit<Props, 'sold'> & { reserved: SoldPackage['visits'] }) {
  const isOne = reserved.length === 1
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={isOne ? 'Este bono tiene una cita reservada' : `Este bono tiene ${reserved.length} citas reservadas`}
      description={`La devolución no ${isOne ? 'la' : 'las'} cancela: decide antes qué pasa con ${isOne ? 'ella' : 'ellas'}.`}
      size="small"
      footer={
        <Button variant="secondary" onClick={onClose}>
          Entendido
        </Button>
      }
    >
      <div className="grid gap-3">
        <ul className="grid gap-1">
          {reserved.map(({ appointmentId, startsAt, personName, professionalName }) => (
            <li key={appointmentId}>
              <Link
                to="/center/dashboard"
                search={{ centro: centerId, seccion: 'agenda', fecha: localMoment(startsAt).date, cita: appointmentId }}
                className="link inline-block py-2 wrap-anywhere"
              >
                {`${formatDate(startsAt)}, ${formatTime(startsAt)} · `}
                <span translate="no">{[personName, professionalName].filter(Boolean).join(' con ')}</span>
              </Link>
            </li>
          ))}
        </ul>
        <ul className="grid list-disc gap-2 pl-5">
          <li>Si la cancela el centro, la sesión vuelve al bono y se devuelve con lo demás.</li>
          <li>Si la cita se hace, la sesión queda usada: después se devuelve el resto.</li>
          <li>Si el paciente la cancela, tu regla de cancelación dice si la sesión vuelve o queda usada.</li>
        </ul>
      </div>
    </Dialog>
  )
}
