import { Link } from '@tanstack/react-router'
import type { ContactDetails } from '#contract/contacts.ts'
import { ageOn } from '#contract/dependant-words.ts'
import { bookAction } from '#web/features/agenda/agenda-search.ts'
import { DependantText } from '#web/features/agenda/dependant-text.tsx'
import { personText } from '#web/features/agenda/person-param.ts'
import { chatLink } from '#web/features/conversations/chat-place.ts'
import { formatDate, formatMoney, formatTime, telHref } from '#web/platform/formats.ts'
import { localToday } from '#web/platform/local-days.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { opensDialog } from '#web/ui/dialog.tsx'
import { dot } from '#web/ui/dot.ts'
import CalendarPlus from '~icons/lucide/calendar-plus'
import MessagesSquare from '~icons/lucide/messages-square'
import { DependantsOfPatient } from './dependants-of-patient.tsx'
import { cedulaText } from './facts-values.ts'

type ContactCardProps = {
  centerId: string
  details: ContactDetails
  canWrite: boolean
  onEdit: () => void
  onMerge: () => void
  onRemove: () => void
}

/** Who a person is, how to reach them, what the centre knows of them, and what is done next most often. */
export function ContactCard({ centerId, details, canWrite, onEdit, onMerge, onRemove }: ContactCardProps) {
  const { contact, dependants, note } = details
  const { kind, id, dependant } = contact
  return (
    <div className="grid gap-3">
      <div className="grid gap-1">
        <p translate="no" className="text-xl font-semibold wrap-anywhere">
          {contact.name}
        </p>
        {dependant && <DependantText dependant={dependant} />}
        {dependant && (contact.phone || contact.email) && (
          <p className="mt-1 text-sm text-ink-soft">
            Datos de contacto de <span translate="no">{dependant.guardianName}</span>:
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
        <DependantsOfPatient centerId={centerId} dependants={dependants} />
      </div>
      {contact.tags.length > 0 && (
        <ul aria-label="Etiquetas" className="flex flex-wrap gap-2">
          {contact.tags.map((tag) => (
            <li key={tag}>
              <Badge>{tag}</Badge>
            </li>
          ))}
        </ul>
      )}
      <FactsOfContact details={details} />
      {note && <p className="max-w-[41.5em] wrap-anywhere whitespace-pre-line">{note}</p>}
      <div className="flex flex-wrap gap-3">
        <Link
          to="/center/dashboard"
          search={{ centro: centerId, seccion: 'agenda', accion: bookAction, paciente: personText({ kind, id }) }}
          className={buttonClass({ size: 'small' })}
        >
          <CalendarPlus aria-hidden="true" className="size-4.5" />
          Nueva cita
        </Link>
        {kind !== 'guest' && canWrite && (
          <Link
            {...chatLink({ centerId }, { to: dependant?.guardianId ?? id })}
            className={buttonClass({ variant: 'secondary', size: 'small' })}
          >
            <MessagesSquare aria-hidden="true" className="size-4.5" />
            Escribir
          </Link>
        )}
        <Button variant="secondary" size="small" onClick={onEdit}>
          {kind === 'guest' ? 'Corregir datos' : 'Editar ficha'}
        </Button>
        {kind === 'guest' && canWrite && (
          <Button variant="quiet" size="small" {...opensDialog} onClick={onMerge}>
            Unir con otra ficha
          </Button>
        )}
        {kind === 'guest' && (
          <Button variant="quiet" size="small" {...opensDialog} onClick={onRemove}>
            Eliminar datos
          </Button>
        )}
      </div>
    </div>
  )
}

function FactsOfContact({ details: { contact, facts, money } }: { details: ContactDetails }) {
  const { visits, noShows, nextVisit } = contact
  const { cedula, birthDate, cover } = facts
  const shown = [
    { label: 'Consultas', value: String(visits) },
    { label: 'Inasistencias', value: String(noShows) },
    { label: 'Próxima cita', value: nextVisit ? `${formatDate(nextVisit)}, ${formatTime(nextVisit)}` : 'Ninguna' },
    { label: 'Saldo', value: balanceText(money) },
    ...(cedula ? [{ label: 'Cédula', value: cedulaText(cedula) }] : []),
    ...(birthDate && !contact.dependant
      ? [
          {
            label: 'Nacimiento',
            value: `${formatDate(`${birthDate}T12:00:00Z`)}${dot}${ageOn({ birthDate, today: localToday() })}`,
          },
        ]
      : []),
    ...(cover ? [{ label: 'Mutualista o seguro', value: cover }] : []),
  ]
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {shown.map(({ label, value }) => (
        <div key={label}>
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="tabular-nums wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function balanceText({ dueCents, toReturnCents }: ContactDetails['money']): string {
  if (dueCents > 0) return `Falta cobrar ${formatMoney(dueCents)}`
  return toReturnCents > 0 ? `Falta devolver ${formatMoney(toReturnCents)}` : 'Al día'
}
