import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Appointment } from '#contract/appointments.ts'
import { holdExpiredMessage } from '#contract/calendar.ts'
import { atCenter } from '#contract/center-words.ts'
import { useApi } from '#web/platform/api.ts'
import { errorCode, errorMessage, isConnectionLoss } from '#web/platform/error-message.ts'
import { formatLongMoment, formatNearDay, formatTime, telHref } from '#web/platform/formats.ts'
import { addDays, localMoment } from '#web/platform/local-days.ts'
import { useSession } from '#web/platform/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { timeButtonClass } from '#web/ui/time-button-class.ts'
import { AddressToConfirm } from './address-to-confirm.tsx'
import { namedCenter } from './appointment-facts.ts'

import { bookingFailed, lostConfirmation, lostHold } from './booking-failure.ts'
import { centerToCallOf } from './center-to-call.ts'
import type { FreeTime } from './day-time-picker.tsx'

/** Why a time was refused or lost. `startsAt`: that time. `isOfHold`: holding it failed, otherwise confirming it. */
export type BookingTrouble = { startsAt: string | undefined } & (
  | { error: unknown; isOfHold?: boolean }
  | { expired: true }
  /** An old link names a past time. */
  | { passed: true }
  /** The same visitor chose another time in another tab. */
  | { replacedBy: Appointment }
  | { sessionEnded: true }
  /** The URL leads to the confirm step of a time that this visitor no longer holds. */
  | { gone: true; holdId: string | undefined }
)

export type BookingNoticeProps = {
  trouble: BookingTrouble
  centerId: string
  serviceIds: readonly string[]
  today: string
  onSelect: (time: FreeTime) => void
  onDismiss: () => void
}

const gone = 'Ya no tienes una hora guardada en este centro. Elige una, por favor.'
/** The beginnings of the codes whose message says what happened. */
const explainedCode = /^(?:appointments|dependants|request)\./
const lostTime = ['appointments.slot_taken', 'appointments.not_offered', 'appointments.too_soon']

/** Explains what happened and, after a lost time, offers the nearest free ones. */
export function BookingNotice({ trouble, onDismiss, ...nearest }: BookingNoticeProps) {
  const code = 'error' in trouble ? errorCode(trouble.error) : undefined
  const { text, isKnown } = wordsFor(trouble)
  const isTimeLost = 'expired' in trouble || 'passed' in trouble || (code && lostTime.includes(code))
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new trouble scrolls into view, also one of the same kind
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [trouble])
  return (
    <div ref={box} className="scroll-my-32">
      <Banner tone={isKnown ? 'amber' : 'red'} role="alert" onDismiss={onDismiss} {...(!isKnown && { title: 'Error' })}>
        {'gone' in trouble ? <GoneHold holdId={trouble.holdId} centerId={nearest.centerId} /> : text}
        {code === 'appointments.overlaps_own' && <OwnOverlap startsAt={trouble.startsAt} />}
        {'error' in trouble && <CenterToCall error={trouble.error} />}
        <AddressToConfirm code={code} />
        {isTimeLost && trouble.startsAt && (
          <NearestTimes {...nearest} around={trouble.startsAt} mayBeFreeAgain={'expired' in trouble} />
        )}
      </Banner>
    </div>
  )
}

function wordsFor(trouble: BookingTrouble): { text: string; isKnown: boolean } {
  if ('expired' in trouble) return { text: holdExpiredMessage, isKnown: true }
  if ('passed' in trouble) return { text: 'Ese horario ya no está disponible. Elige otro, por favor.', isKnown: true }
  if ('gone' in trouble) return { text: gone, isKnown: true }
  if ('sessionEnded' in trouble) {
    return {
      text: 'Tu sesión terminó antes de confirmar. Inicia sesión otra vez antes de que venza la hora que guardaste.',
      isKnown: true,
    }
  }
  if ('replacedBy' in trouble) {
    const { service, startsAt } = trouble.replacedBy
    const now = `${service.name} ${atCenter(namedCenter(trouble.replacedBy))}, ${formatLongMoment(startsAt)}`
    return {
      text: `En otra pestaña elegiste otra hora, y esta quedó libre. La que guardas ahora: ${now}.`,
      isKnown: true,
    }
  }
  const code = errorCode(trouble.error)
  if (explainedCode.test(code ?? '')) {
    return { text: errorMessage(trouble.error), isKnown: true }
  }
  if (isConnectionLoss(trouble.error)) return { text: trouble.isOfHold ? lostHold : lostConfirmation, isKnown: true }
  return { text: bookingFailed, isKnown: false }
}

/**
 * The link of the mail that confirms an address returns to the booking, which its visitor has finished in between: then the
 * hold is an appointment, and its page says so.
 */
function GoneHold({ holdId = '', centerId }: { holdId: string | undefined; centerId: string }) {
  const { queries } = useApi()
  const session = useSession()
  const enabled = holdId !== '' && session.status !== 'signedOut'
  const { data: booked, isPending } = useQuery({
    ...queries.appointments.get.queryOptions({ input: { appointmentId: holdId } }),
    enabled: enabled && session.status === 'signedIn',
    retry: false,
  })
  if (!booked) return enabled && isPending ? null : gone
  if (booked.status !== 'pending' && booked.status !== 'confirmed') return gone
  return <Navigate to="/book/$centerId" params={{ centerId }} search={{ booked: booked.id }} replace />
}

function useUpcoming() {
  const { queries } = useApi()
  const session = useSession()
  return useQuery({
    ...queries.appointments.list.queryOptions({ input: { scope: 'upcoming', limit: 100 } }),
    enabled: session.status === 'signedIn',
  })
}

/** The centre's telephone: the centre can book more appointments than an account may hold. */
function CenterToCall({ error }: { error: unknown }) {
  const center = centerToCallOf(error)
  if (!center?.phone) return null
  return (
    <p className="mt-1">
      {`Teléfono de ${center.centerName}: `}
      <a href={telHref(center.phone)} className="link inline-flex min-h-11 items-center">
        {center.phone}
      </a>
    </p>
  )
}

/** Names the patient's own appointment at that time. */
function OwnOverlap({ startsAt }: { startsAt: string | undefined }) {
  const { data } = useUpcoming()
  const dayOf = (instant: string) => localMoment(instant).date
  const other = data?.items
    .filter((item) => startsAt && dayOf(item.startsAt) === dayOf(startsAt))
    .sort((a, b) => Math.abs(gap(a.startsAt, startsAt)) - Math.abs(gap(b.startsAt, startsAt)))[0]
  if (!other) return null
  return (
    <p className="mt-1 font-medium">
      {`${other.service.name} ${atCenter(namedCenter(other))}, ${formatLongMoment(other.startsAt)}.`}
    </p>
  )
}

function NearestTimes({
  centerId,
  serviceIds,
  today,
  around,
  mayBeFreeAgain,
  onSelect,
}: Omit<BookingNoticeProps, 'trouble' | 'onDismiss'> & { around: string; mayBeFreeAgain: boolean }) {
  const { queries } = useApi()
  const dayBefore = addDays({ date: localMoment(around).date, days: -1 })
  const from = dayBefore > today ? dayBefore : today
  const { data } = useQuery({
    ...queries.appointments.freeTimes.queryOptions({ input: { centerId, serviceIds: [...serviceIds], from, days: 7 } }),
    enabled: serviceIds.length > 0,
    staleTime: 0,
  })
  const nearest = data?.days
    .flatMap((day) => day.times)
    .filter((time) => mayBeFreeAgain || time.startsAt !== around)
    .sort((a, b) => Math.abs(gap(a.startsAt, around)) - Math.abs(gap(b.startsAt, around)))
    .slice(0, 3)
    .sort((a, b) => a.startsAt.localeCompare(b.startsAt))
  if (!nearest || nearest.length === 0) return null
  return (
    <div className="mt-2 grid gap-1.5">
      <p className="text-sm font-medium">Las horas libres más cercanas:</p>
      <ul className="flex flex-wrap gap-2">
        {nearest.map((time) => (
          <li key={time.startsAt}>
            <button type="button" onClick={() => onSelect(time)} className={timeButtonClass()}>
              {`${formatNearDay({ date: localMoment(time.startsAt).date, today })} ${formatTime(time.startsAt)}`}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function gap(instant: string, other: string | undefined): number {
  return other === undefined ? 0 : Date.parse(instant) - Date.parse(other)
}
