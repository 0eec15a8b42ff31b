import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Agenda, AgendaProfessional } from '#contract/agenda.ts'
import type { Membership } from '#contract/memberships.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { addDays, localMoment } from '#web/platform/local-days.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { classNames } from '#web/ui/class-names.ts'
import { preloadDialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazySection, Part } from '#web/ui/lazy-section.ts'
import { Pending, type PendingProps } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDialogState } from '#web/ui/use-dialog-state.ts'

import { AgendaCalendar } from './agenda-calendar.tsx'
import type { AgendaDialog, ShowDialog } from './agenda-dialog.ts'
import type { AgendaDialogsProps } from './agenda-dialogs.tsx'
import { AgendaFoot } from './agenda-foot.tsx'
import { AgendaHead, LiveNotice } from './agenda-head.tsx'
import { allProfessionals, collectAction, dayView, weekView } from './agenda-search.ts'
import { useCurrentAppointment, usePreparedAppointments } from './api/appointment.ts'
import { MarkDrawings } from './calendar/marks.tsx'
import { DaySheets } from './print/day-sheets.tsx'
import { TaskButtons } from './tasks/task-buttons.tsx'
import { useAgenda } from './use-agenda.ts'
import { type AgendaPlace, useAgendaPlace } from './use-agenda-place.ts'
import { useIsWide } from './use-is-wide.ts'
import { useLinkedPerson } from './use-linked-person.ts'
import { useShortcuts } from './use-shortcuts.ts'

// Without a connection, a pressed dialog opens when the connection is back.
const agendaDialogs = lazySection(() => import('./agenda-dialogs.tsx').then((m) => m.AgendaDialogs))

/** A calendar wider than the screen scrolls sideways; the parts above and below it don't. */
const inView = 'sticky left-0 w-[100cqi] min-w-0'

function PendingDays({ query, notices }: { query: PendingProps['query']; notices: ReactNode }) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 px-4 sm:px-6">{notices}</div>
      <Pending
        query={query}
        loading="Cargando la agenda"
        failed="No se pudo cargar la agenda"
        className="px-4 pt-2 sm:px-6"
      >
        <Skeleton className="h-[32rem]" />
      </Pending>
    </>
  )
}

export function AgendaSection({ membership }: { membership: Membership }) {
  const { centerId } = membership
  const place = useAgendaPlace()
  const { live, ...query } = useAgenda({ centerId, dates: place.dates })
  const { data: agenda, isPlaceholderData } = query
  const dialog = useDialogState<AgendaDialog>()
  const [withCancelled, setWithCancelled] = useState(false)
  const shownProfessionals = useShownProfessionals({ membership, place, professionals: agenda?.professionals })
  useShortcuts({ place, show: dialog.show, isActive: agenda !== undefined && !dialog.isOpen })

  const linked = { agenda: isPlaceholderData ? undefined : agenda, onCancelled: () => setWithCancelled(true) }
  useLinkedAppointment({ centerId, place, show: dialog.show, ...linked })
  useLinkedPerson({ centerId, place, show: dialog.show, isReady: agenda !== undefined && !isPlaceholderData })
  usePreloadedDialogs()

  const notices = (
    <>
      <LiveNotice live={live} />
      <TaskButtons centerId={centerId} show={dialog.show} />
    </>
  )
  if (agenda?.professionals.length === 0) {
    return <NoProfessionals canAdd={membership.can.manage} />
  }
  return (
    <>
      <div className={inView}>
        <MarkDrawings />
        <AgendaHead
          place={place}
          agenda={isPlaceholderData ? undefined : agenda}
          professionals={agenda?.professionals ?? []}
          chosenProfessional={shownProfessionals.chosenProfessional}
          show={dialog.show}
        />
        {!agenda && <PendingDays query={query} notices={notices} />}
      </div>
      {agenda && (
        <ShownDays
          centerId={centerId}
          agenda={agenda}
          isOutdated={isPlaceholderData}
          place={place}
          professionals={shownProfessionals.professionals}
          withCancelled={withCancelled}
          notices={notices}
          show={dialog.show}
        />
      )}
      {agenda && (
        <div className={classNames(inView, 'px-4 pt-3 pb-5 sm:px-6')}>
          <AgendaFoot
            agenda={agenda}
            withCancelled={withCancelled}
            onWithCancelled={setWithCancelled}
            show={dialog.show}
          />
        </div>
      )}
      {agenda && !isPlaceholderData && (
        <DaySheets
          agenda={agenda}
          date={place.date}
          professionals={shownProfessionals.professionals}
          centerName={membership.centerName}
        />
      )}
      {agenda && (
        <OpenDialog
          {...{ dialog, membership, agenda, place }}
          chosenProfessional={shownProfessionals.chosenProfessional}
        />
      )}
    </>
  )
}

type ShownDaysProps = {
  centerId: string
  agenda: Agenda
  /** Whether the agenda still shows the previous days, because those of the place are loading. */
  isOutdated: boolean
  place: AgendaPlace
  professionals: readonly AgendaProfessional[]
  withCancelled: boolean
  notices: ReactNode
  show: ShowDialog
}

/** The calendar. While the next days load, the previous ones stay, in grey. */
function ShownDays({ centerId, agenda, isOutdated, place, ...props }: ShownDaysProps) {
  const ids = useMemo(() => new Set(agenda.appointments.map(({ id }) => id)), [agenda.appointments])
  const prepared = usePreparedAppointments({ centerId, ids })
  return (
    <div aria-busy={isOutdated} className={isOutdated ? 'grayscale' : undefined} {...prepared}>
      <AgendaCalendar
        agenda={agenda}
        dates={isOutdated ? datesOf(agenda) : place.dates}
        selected={place.date}
        view={isOutdated ? viewOf(agenda) : place.view}
        go={place.go}
        {...props}
      />
    </div>
  )
}

type OpenDialogProps = Pick<AgendaDialogsProps, 'membership' | 'agenda' | 'place'> & {
  dialog: ReturnType<typeof useDialogState<AgendaDialog>>
  /** The id of the professional in view, or `allProfessionals`. */
  chosenProfessional: string
}

function OpenDialog({ dialog, chosenProfessional, ...props }: OpenDialogProps) {
  const { subject, isOpen, key, show, close } = dialog
  const professionalId = chosenProfessional === allProfessionals ? undefined : chosenProfessional
  return (
    <Suspense>
      {subject && (
        <Part
          key={key}
          part={agendaDialogs}
          props={{ ...props, dialog: subject, open: isOpen, show, close, professionalId }}
        />
      )}
    </Suspense>
  )
}

function NoProfessionals({ canAdd }: { canAdd: boolean }) {
  return (
    <EmptyState
      drawing="team"
      heading="h3"
      className="m-4"
      title="Todavía no hay a quién agendar"
      action={
        canAdd && (
          <Link
            to="/center/dashboard"
            search={(before) => ({ centro: before.centro, seccion: 'equipo' })}
            className={buttonClass()}
          >
            Agregar un profesional
          </Link>
        )
      }
    >
      La agenda empieza con el primer profesional y sus horarios.
    </EmptyState>
  )
}

type LinkedAppointmentOptions = {
  centerId: string
  place: AgendaPlace
  show: ShowDialog
  agenda: Agenda | undefined
  /** The linked appointment is cancelled, so the calendar hides it. */
  onCancelled: () => void
}

/**
 * A link to one appointment opens its details, or the action that it names, once; then the URL names only its day. The link
 * names the day on which it was written, so the appointment is read first: it may have moved since.
 */
function useLinkedAppointment({ centerId, place, show, agenda, onCancelled }: LinkedAppointmentOptions): void {
  const { appointment, error } = useCurrentAppointment({ centerId, appointmentId: place.appointmentId })
  const date = appointment && localMoment(appointment.startsAt).date
  const movedTo = date === undefined || place.dates.includes(date) ? undefined : date
  // A cached day may still show the appointment where it was.
  const linked =
    appointment &&
    agenda?.appointments.find(
      ({ id, startsAt }) => id === appointment.id && Date.parse(startsAt) === Date.parse(appointment.startsAt),
    )
  const linkedId = linked?.id

  const goToItsDay = useEffectEvent(() => place.go({ fecha: movedTo }, { replace: true }))
  useEffect(() => {
    if (movedTo !== undefined) goToItsDay()
  }, [movedTo])

  const openLinked = useEffectEvent(() => {
    if (!linked || !appointment) return
    place.go({ cita: undefined, accion: undefined })
    if (appointment.status === 'cancelled') onCancelled()
    const collects = place.action === collectAction && appointment.can.collect
    show(collects ? { kind: 'collect', appointment } : { kind: 'details', appointment: linked })
  })
  useEffect(() => {
    if (linkedId !== undefined) openLinked()
  }, [linkedId])

  const giveUp = useEffectEvent(() => {
    toast({ kind: 'destructive', title: 'Error', description: errorMessage(error) })
    place.go({ cita: undefined, accion: undefined }, { replace: true })
  })
  const isLost = error !== null
  useEffect(() => {
    if (isLost) giveUp()
  }, [isLost])
}

/** Loads the dialogs before the first press that needs them. */
function usePreloadedDialogs(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      preloadDialog()
      agendaDialogs.preload()
    }, 300)
    return () => clearTimeout(timer)
  }, [])
}

function datesOf({ from, days }: Agenda): string[] {
  return Array.from({ length: days }, (_, index) => addDays({ date: from, days: index }))
}

const viewOf = ({ days }: Agenda) => (days === 1 ? dayView : weekView)

/** The professionals in view: by default all, but on a phone the member's own column if the member is a professional. */
function useShownProfessionals({
  membership,
  place,
  professionals,
}: {
  membership: Membership
  place: AgendaPlace
  professionals: readonly AgendaProfessional[] | undefined
}): { chosenProfessional: string; professionals: readonly AgendaProfessional[] } {
  const isWide = useIsWide()
  const requestedId = place.professional
  return useMemo(() => {
    const all = professionals ?? []
    const ownProfessionalId = isWide ? undefined : membership.professionalId
    const one = all.length === 1 ? all[0] : all.find(({ id }) => id === (requestedId ?? ownProfessionalId))
    return one
      ? { chosenProfessional: one.id, professionals: [one] }
      : { chosenProfessional: allProfessionals, professionals: all }
  }, [professionals, requestedId, isWide, membership.professionalId])
}
