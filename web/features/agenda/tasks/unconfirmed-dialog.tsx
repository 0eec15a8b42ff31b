import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UnconfirmedBookings } from '#contract/desk-tasks.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatLongMoment, telHref } from '#web/platform/formats.ts'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { appointmentsText } from '../whole-day/change-result.tsx'

export type UnconfirmedDialogProps = { centerId: string; open: boolean; onClose: () => void }
type Account = UnconfirmedBookings['accounts'][number]

const everyone = ''

/** Cancels, with one press, the upcoming appointments of accounts that confirmed no address: it says how many, and whose. */
export function UnconfirmedDialog({ centerId, open, onClose }: UnconfirmedDialogProps) {
  const { queries } = useApi()
  const cancellation = useMutation(queries.agenda.cancelUnconfirmed.mutationOptions())
  // Once cancelled, the list stays as it was read until the dialog has closed.
  const isDone = cancellation.isPending || cancellation.isSuccess
  const list = useQuery({
    ...queries.agenda.unconfirmed.queryOptions({ input: { centerId } }),
    enabled: open && !isDone,
    gcTime: 0,
  })
  const [professionalId, setProfessionalId] = useState(everyone)
  const [spared, setSpared] = useState<readonly string[]>([])
  const professionals = professionalsOf(list.data)
  const shown = (list.data?.accounts ?? [])
    .map((account) => ({ ...account, bookings: account.bookings.filter(isWith(professionalId)) }))
    .filter(({ bookings }) => bookings.length > 0)
  const accounts = shown.filter(({ id }) => !spared.includes(id))
  const appointmentIds = accounts.flatMap(({ bookings }) => bookings.map(({ appointmentId }) => appointmentId))

  async function cancel() {
    const { cancelled, kept } = await cancellation.mutateAsync({ centerId, appointmentIds })
    toast({
      kind: 'success',
      title: cancelled === 1 ? 'Se canceló 1 cita' : `Se cancelaron ${cancelled} citas`,
      ...(kept > 0 && { description: keptText(kept) }),
    })
  }

  const count = appointmentIds.length
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={
        count === 0
          ? '¿Cancelar las citas con el correo sin confirmar?'
          : `¿Cancelar ${appointmentsText(count)} con el correo sin confirmar?`
      }
      consequences={consequencesOf({ accounts, list: list.data, error: list.error })}
      confirmLabel={count === 0 ? 'Cancelar las citas' : `Cancelar ${appointmentsText(count)}`}
      confirmDisabled={count === 0}
      danger
      onConfirm={cancel}
    >
      {professionals.length > 1 && (
        <SelectField
          label="Profesional"
          value={professionalId}
          onChange={({ currentTarget }) => setProfessionalId(currentTarget.value)}
          options={[
            { value: everyone, label: 'Todo el equipo' },
            ...professionals.map(({ id, name }) => ({ value: id, label: name, isName: true })),
          ]}
        />
      )}
      {shown.length > 0 && (
        <ul className="grid gap-2" aria-label="Cuentas">
          {shown.map((account) => (
            <AccountLine
              key={account.id}
              account={account}
              isChosen={!spared.includes(account.id)}
              onChoose={(isChosen) =>
                setSpared((before) => [...before.filter((id) => id !== account.id), ...(isChosen ? [] : [account.id])])
              }
            />
          ))}
        </ul>
      )}
    </ConfirmDialog>
  )
}

type Read = { accounts: readonly Account[]; list: UnconfirmedBookings | undefined; error: unknown }

function consequencesOf({ accounts, list, error }: Read): string[] {
  if (!list) return [error ? errorMessage(error) : 'Cargando las citas…']
  if (accounts.length === 0) return [list.accounts.length === 0 ? 'No queda ninguna.' : 'Elige al menos una.']
  const unlisted = list.count - list.accounts.reduce((sum, { bookings }) => sum + bookings.length, 0)
  const whose =
    accounts.length === 1
      ? 'De 1 cuenta que no confirmó su correo ni vino nunca'
      : `De ${accounts.length} cuentas que no confirmaron su correo ni vinieron nunca`
  return [
    `${whose}. Pueden ser reservas falsas o personas que recién empiezan: saca de la lista a quien no corresponda.`,
    'Las horas quedan libres enseguida.',
    'Cada cuenta recibe un solo correo. Si confirma su dirección, puede reservar otra vez.',
    'No cuenta en la confiabilidad del centro.',
    ...(unlisted > 0 ? [`Hay ${unlisted} más: aparecen aquí después de cancelar estas.`] : []),
    'Las cancelaciones no se pueden deshacer.',
  ]
}

type AccountLineProps = { account: Account; isChosen: boolean; onChoose: (isChosen: boolean) => void }

function AccountLine({ account: { name, phone, bookings }, isChosen, onChoose }: AccountLineProps) {
  const [first] = bookings
  const when = first ? formatLongMoment(first.startsAt) : ''
  return (
    <li className="rounded-control bg-sand px-3 py-2">
      <CheckboxField
        label={
          <span translate="no" className="font-semibold wrap-anywhere">
            {name}
          </span>
        }
        checked={isChosen}
        onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
      />
      <span className="block text-sm text-ink-soft first-letter:uppercase">
        {bookings.length === 1 ? when : `${appointmentsText(bookings.length)}, la primera el ${when}`}
      </span>
      {phone && (
        <a href={telHref(phone)} className="link inline-flex min-h-11 items-center tabular-nums">
          {phone}
        </a>
      )}
    </li>
  )
}

const isWith =
  (professionalId: string) =>
  (booking: Account['bookings'][number]): boolean =>
    professionalId === everyone || booking.professionalId === professionalId

function professionalsOf(list: UnconfirmedBookings | undefined): { id: string; name: string }[] {
  const names = new Map<string, string>()
  for (const { bookings } of list?.accounts ?? [])
    for (const { professionalId, professionalName } of bookings) names.set(professionalId, professionalName)
  return [...names].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name, 'es'))
}

function keptText(kept: number): string {
  return kept === 1
    ? '1 quedó como estaba: su cuenta confirmó el correo, o la cita cambió.'
    : `${kept} quedaron como estaban: sus cuentas confirmaron el correo, o las citas cambiaron.`
}
