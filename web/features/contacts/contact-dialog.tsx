import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { AgendaAppointment, PersonRef } from '#contract/agenda.ts'
import type { Contact } from '#contract/contacts.ts'
import { CompleteButton } from '#web/features/agenda/actions/complete-button.tsx'
import { paymentFacts } from '#web/features/agenda/actions/payment-words.ts'
import { styleAt } from '#web/features/agenda/appointment-style.ts'
import { DependantText } from '#web/features/agenda/dependant-text.tsx'
import { TimelineDialog } from '#web/features/clinical-records/timeline-dialog.tsx'
import { chatLink } from '#web/features/conversations/chat-place.ts'
import { PackagesOfPerson } from '#web/features/packages/packages-of-person.tsx'
import { useApi } from '#web/platform/api.ts'
import { formatDate, formatTime, telHref } from '#web/platform/formats.ts'
import { localMoment } from '#web/platform/local-days.ts'
import { serverNow } from '#web/platform/server-time.ts'
import { useNow } from '#web/platform/use-now.ts'
import { RowOwnTime } from '#web/platform/zone-note.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog, opensDialog } from '#web/ui/dialog.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDialogState } from '#web/ui/use-dialog-state.ts'
import MessagesSquare from '~icons/lucide/messages-square'
import { DependantsOfPatient } from './dependants-of-patient.tsx'
import { GuestForm } from './guest-form.tsx'
import { MoneyOfContact } from './money-of-contact.tsx'

const consequences = [
  'Se eliminan su nombre, teléfono, correo y la nota de recepción.',
  'Las citas que tuvo quedan en la agenda y en los ingresos como «Paciente», sin dirección ni motivos.',
  'Si un profesional escribió su historia clínica, se guarda con su nombre por el tiempo que pide la ley, y la lee solo ese profesional.',
  'No se puede deshacer.',
]

type Props = {
  centerId: string
  person: string | undefined
  /** Whether the member may write to the centre's patients. */
  canWrite: boolean
  /** Whether the member sells packages to them. */
  sellsPackages: boolean
  onClose: () => void
  /** Called after the guest's data was removed. */
  onRemoved: () => void
}

/** A patient's or guest's contact data and appointments at this centre. `person`: see readPerson(). */
export function ContactDialog({ centerId, person, onClose, ...props }: Props) {
  const parsedPerson = readPerson(person)
  return (
    <Dialog
      open={parsedPerson !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title="Paciente"
      size="large"
    >
      {parsedPerson && <ContactDetails key={parsedPerson.id} centerId={centerId} {...parsedPerson} {...props} />}
    </Dialog>
  )
}

type DetailsProps = Pick<Props, 'centerId' | 'canWrite' | 'sellsPackages' | 'onRemoved'> & PersonRef

function ContactDetails({ centerId, kind, id, canWrite, sellsPackages, onRemoved }: DetailsProps) {
  const { queries } = useApi()
  const [isEditing, setEditing] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const details = useQuery(queries.contacts.get.queryOptions({ input: { centerId, kind, personId: id } }))
  if (!details.data) {
    return (
      <Pending
        query={details}
        loading="Cargando el paciente"
        failed="No se pudo cargar este paciente"
        className="grid gap-3"
      >
        <Skeleton className="h-24" />
        <Skeleton className="h-48" />
      </Pending>
    )
  }
  const { contact, dependants, note, version, money, directCents, owedCents, appointments } = details.data
  return (
    <div className="grid gap-6">
      {isEditing ? (
        <GuestForm
          centerId={centerId}
          contact={contact}
          note={note ?? ''}
          version={version}
          onClose={() => setEditing(false)}
        />
      ) : (
        <div className="grid gap-1">
          <p translate="no" className="text-xl font-semibold wrap-anywhere">
            {contact.name}
          </p>
          {contact.dependant && <DependantText dependant={contact.dependant} />}
          {contact.dependant && (contact.phone || contact.email) && (
            <p className="mt-1 text-sm text-ink-soft">
              Datos de contacto de <span translate="no">{contact.dependant.guardianName}</span>:
            </p>
          )}
          {contact.phone && (
            <a href={telHref(contact.phone)} className="link justify-self-start tabular-nums">
              {contact.phone}
            </a>
          )}
          {contact.email && (
            <a href={`mailto:${contact.email}`} className="link justify-self-start wrap-anywhere">
              {contact.email}
            </a>
          )}
          {kind !== 'guest' && canWrite && (
            <Link
              {...chatLink({ centerId }, { to: contact.dependant?.guardianId ?? id })}
              className={buttonClass({ variant: 'secondary', size: 'small', className: 'mt-2 justify-self-start' })}
            >
              <MessagesSquare aria-hidden="true" className="size-4.5" />
              Escribir
            </Link>
          )}
          <DependantsOfPatient centerId={centerId} dependants={dependants} />
          {note && <p className="mt-2 max-w-[41.5em] wrap-anywhere whitespace-pre-line">{note}</p>}
          {kind === 'guest' && (
            <div className="mt-2 flex flex-wrap gap-3">
              <Button variant="secondary" size="small" onClick={() => setEditing(true)}>
                Corregir datos
              </Button>
              <Button variant="quiet" size="small" {...opensDialog} onClick={() => setRemoving(true)}>
                Eliminar datos
              </Button>
            </div>
          )}
        </div>
      )}
      <RemoveGuestDialog
        centerId={centerId}
        contact={contact}
        open={isRemoving}
        onClose={() => setRemoving(false)}
        onRemoved={onRemoved}
      />
      <RecordButton centerId={centerId} appointments={appointments} />
      <PackagesOfPerson centerId={centerId} person={{ kind, id }} sells={sellsPackages} />
      <MoneyOfContact money={money} directCents={directCents} owedCents={owedCents} />
      <Appointments centerId={centerId} appointments={appointments} />
    </div>
  )
}

type ListedAppointment = AgendaAppointment & { professionalName: string }
type AppointmentsProps = { centerId: string; appointments: readonly ListedAppointment[] }

/** The clinical timeline of the person, for the professional who attends them. */
function RecordButton({ centerId, appointments }: AppointmentsProps) {
  const dialog = useDialogState<string>()
  const from = openedFrom(appointments)
  if (!from) return null
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" {...opensDialog} onClick={() => dialog.show(from.id)}>
        Historia clínica
      </Button>
      {dialog.subject !== undefined && (
        <TimelineDialog
          key={dialog.key}
          centerId={centerId}
          CompleteButton={CompleteButton}
          appointmentId={dialog.subject}
          open={dialog.isOpen}
          onClose={dialog.close}
        />
      )}
    </div>
  )
}

/** The appointment about which the professional most likely writes: the last that has begun, else the next. */
function openedFrom(appointments: readonly ListedAppointment[]): ListedAppointment | undefined {
  const now = serverNow()
  // The newest first.
  const open = appointments.filter(({ can }) => can.record)
  return open.find(({ startsAt }) => Date.parse(startsAt) <= now) ?? open.at(-1)
}

/** Each leads to its details in the agenda. */
function Appointments({ centerId, appointments }: AppointmentsProps) {
  const now = useNow()
  return (
    <section aria-labelledby="contact-appointments" className="grid gap-3">
      <h3 id="contact-appointments">Citas en el centro</h3>
      {appointments.length === 0 && <p className="text-ink-soft">Ninguna todavía.</p>}
      <ul className="divide-y divide-line">
        {appointments.map((appointment) => {
          const { word, tone, Icon } = styleAt({ appointment, now, isAway: false })
          return (
            <li key={appointment.id}>
              <Link
                to="/center/dashboard"
                search={{
                  centro: centerId,
                  seccion: 'agenda',
                  fecha: localMoment(appointment.startsAt).date,
                  cita: appointment.id,
                }}
                className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 py-2 -outline-offset-3 hover:bg-action-soft"
              >
                <span className="min-w-36 tabular-nums">
                  {formatDate(appointment.startsAt)}, {formatTime(appointment.startsAt)}
                  <RowOwnTime instant={appointment.startsAt} />
                </span>
                <span className="min-w-40 grow text-ink-soft">
                  {appointment.service.name} · <span translate="no">{appointment.professionalName}</span>
                </span>
                <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
                  {word}
                </Badge>
                {appointment.isByPackage && (
                  <span className="basis-full text-sm text-ink-soft">La paga una sesión de su bono</span>
                )}
                {appointment.payment && (
                  <span className="basis-full text-sm text-ink-soft tabular-nums">
                    {paymentFacts(appointment.payment)
                      .map(({ label, value }) => `${label}: ${value}`)
                      .join(' · ')}
                  </span>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const pattern = /^(patient|dependant|guest)\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i

/** Parses `guest.<id>`, `dependant.<id>` or `patient.<id>` of the URL; undefined for any other text. */
function readPerson(text: string | undefined): PersonRef | undefined {
  const [, kind, id] = pattern.exec(text ?? '') ?? []
  return id ? { kind: kind as PersonRef['kind'], id } : undefined
}

/** Removes a guest's data: at the guest's request, or because of a duplicate. */
function RemoveGuestDialog({
  centerId,
  contact,
  open,
  onClose,
  onRemoved,
}: {
  centerId: string
  contact: Contact
  open: boolean
  onClose: () => void
  onRemoved: () => void
}) {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const removal = useMutation(
    queries.contacts.removeGuest.mutationOptions({
      meta: { refetch: 'background' },
      // After a success, the open details would not be found.
      onError: () => void queryClient.invalidateQueries({ queryKey: queries.contacts.get.key() }),
    }),
  )
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={
        <>
          ¿Eliminar los datos de <span translate="no">{contact.name}</span>?
        </>
      }
      consequences={consequences}
      confirmLabel="Eliminar datos"
      danger
      onConfirm={async () => {
        await removal.mutateAsync({ centerId, guestId: contact.id })
        onRemoved()
        toast({ kind: 'success', title: 'Datos eliminados' })
      }}
    />
  )
}
