import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import type { Appointment } from '#contract/appointments.ts'
import type { CenterProfile } from '#contract/centers.ts'
import { useMe } from '#web/features/accounts/use-me.ts'
import { errorCode } from '#web/platform/error-message.ts'
import { localMoment, localToday } from '#web/platform/local-days.ts'
import { signOut } from '#web/platform/session.ts'
import { toast } from '#web/ui/toast.ts'

import { bookingChoice } from './booking-choice.ts'
import type { BookingTrouble } from './booking-notice.tsx'
import type { BookingSearch } from './booking-search.ts'
import type { FreeTime } from './day-time-picker.tsx'
import { homeAddressId } from './home-address-id.ts'
import { useConfirm } from './use-confirm.ts'
import { useHold } from './use-hold.ts'

const incompleteMessage = 'Por favor completa todos los campos requeridos'
const addressMessage = 'Indica la dirección de la visita.'
const lostHold = ['appointments.not_found', 'appointments.hold_expired', 'appointments.hold_replaced']
const failureMessage = 'No se pudo completar la reserva. Intenta nuevamente.'

/** A booking at one centre: its choices (in the address), the held time (on the server), and the steps from one to the other. */
export function useBooking({ center, search }: { center: CenterProfile; search: BookingSearch }) {
  const navigate = useNavigate()
  const me = useMe().data
  const { appointment: current, isKnown, take, release, ask, forget: forgetCurrent } = useHold()
  // Taken with an account, it can be asked for again only after signing in.
  const [heldBefore, setHeldBefore] = useState<Appointment>()
  const hold = current?.center.id === center.id ? current : current ? undefined : heldBefore

  function forget() {
    setHeldBefore(undefined)
    forgetCurrent()
  }

  const [editing, setEditing] = useState(false)
  const [trouble, setTrouble] = useState<BookingTrouble>()
  const [incomplete, setIncomplete] = useState<string>()
  const [dependantId, setDependantId] = useState('')
  const [typedAddress, setTypedAddress] = useState<string>()
  const [addressError, setAddressError] = useState<string>()
  const homeAddress = typedAddress ?? me?.address ?? ''
  const headings = {
    what: useRef<HTMLHeadingElement>(null),
    when: useRef<HTMLHeadingElement>(null),
    confirm: useRef<HTMLHeadingElement>(null),
  }

  const choice = bookingChoice({ center, search, hold })
  const choosing = !hold || editing
  const step: 'what' | 'when' | 'confirm' = !choosing ? 'confirm' : choice.offer ? 'when' : 'what'

  function clearMessages() {
    setTrouble(undefined)
    setIncomplete(undefined)
    setAddressError(undefined)
  }

  function goTo(change: BookingSearch) {
    void navigate({
      to: '/book/$centerId',
      params: { centerId: center.id },
      search: { ...search, ...change },
      replace: true,
      resetScroll: false,
    })
  }

  function holdTime({ serviceId, startsAt }: Pick<FreeTime, 'serviceId' | 'startsAt'>, place = choice.place) {
    if (!place) return
    clearMessages()
    take.mutate(
      { serviceId, startsAt, place },
      {
        onSuccess: () => {
          setHeldBefore(undefined)
          setEditing(false)
          requestAnimationFrame(() => {
            headings.confirm.current?.focus({ preventScroll: true })
            headings.confirm.current?.scrollIntoView({ block: 'nearest' })
          })
        },
        onError: (error) => setTrouble({ error, startsAt }),
      },
    )
  }

  /** Another service, person or place is another booking: the time that was kept for the old one goes free. */
  function change(next: Partial<BookingSearch>) {
    clearMessages()
    const kept = hold && { offer: hold.service.id, place: hold.place, date: localMoment(hold.startsAt).date }
    if (hold) release.mutate()
    setHeldBefore(undefined)
    goTo({ ...kept, ...next })
  }

  // A time chosen on a card or a profile is taken as soon as it is known that it isn't ours already.
  const started = useRef(false)
  const takeAsked = useEffectEvent(() => {
    const { at, offer: serviceId } = search
    if (!at || started.current) return
    started.current = true
    const isOurs = hold?.startsAt === at && hold.service.id === serviceId
    const { place } = bookingChoice({ center, search, hold: undefined })
    // A link must not take away what is held elsewhere: the notice about that hold says what choosing here does.
    const isHoldingElsewhere = current && !hold
    const isPast = Date.parse(at) <= Date.now()
    if (isPast) setTrouble({ passed: true, startsAt: at })
    else if (serviceId && !isOurs && !isHoldingElsewhere) holdTime({ serviceId, startsAt: at }, place)
    const { date } = localMoment(at)
    goTo({ at: undefined, date: date < localToday() ? undefined : date })
  })
  useEffect(() => {
    if (isKnown) takeAsked()
  }, [isKnown])

  const confirm = useConfirm({
    onConfirmed: (appointment) => {
      forget()
      const booked = { booked: appointment.id }
      void navigate({ to: '/book/$centerId', params: { centerId: center.id }, search: booked, replace: true })
    },
    onFailed: (error) => {
      const code = errorCode(error)
      if (code === 'appointments.address_required') return setAddressError(addressMessage)
      if (code === 'session.missing') return void askToSignIn()
      // A hold that the server no longer knows ran out a while ago, or gave way to another.
      if (code && lostHold.includes(code)) return void explainLoss(error)
      setTrouble({ error, startsAt: hold?.startsAt })
      if (!code?.startsWith('appointments.')) {
        toast({ kind: 'destructive', title: 'Error', description: failureMessage })
      }
      if (code === 'appointments.slot_taken') forget()
    },
  })

  /** The server ended the session: what this browser keeps of it confirms nothing. */
  async function askToSignIn() {
    setHeldBefore(hold)
    setTrouble({ sessionEnded: true, startsAt: hold?.startsAt })
    await signOut('local')
    // The pressed button goes away with the session.
    requestAnimationFrame(() => headings.confirm.current?.focus({ preventScroll: true }))
  }

  async function explainLoss(error: unknown) {
    const other = await ask()
    const isReplaced = other !== undefined && other.id !== hold?.id
    setHeldBefore(undefined)
    if (!isReplaced) forget()
    const reason = errorCode(error) === 'appointments.hold_replaced' ? { error } : { expired: true as const }
    setTrouble({ ...(isReplaced ? { replacedBy: other } : reason), startsAt: hold?.startsAt })
  }

  function tryToConfirm() {
    clearMessages()
    if (!hold) {
      setIncomplete(incompleteMessage)
      headings[step].current?.focus()
      return
    }
    const isHome = hold.place === 'home'
    if (isHome && homeAddress.trim() === '') {
      setIncomplete(incompleteMessage)
      setAddressError(addressMessage)
      document.getElementById(homeAddressId)?.focus()
      return
    }
    confirm.mutate({
      appointmentId: hold.id,
      ...(dependantId && { dependantId }),
      ...(isHome && { homeAddress: homeAddress.trim() }),
    })
  }

  return {
    choice,
    hold,
    /** A time that this visitor keeps at another centre. */
    holdElsewhere: current && !hold ? current : undefined,
    step,
    headings,
    trouble,
    incomplete,
    addressError,
    homeAddress,
    dependantId,
    pendingAt: take.isPending ? take.variables.startsAt : undefined,
    isConfirming: confirm.isPending,
    /** There is no connection: confirming goes on by itself when there is one again. */
    isOffline: confirm.isPaused,
    edit: () => setEditing(true),
    keepHold: () => setEditing(false),
    change,
    goTo,
    holdTime,
    tryToConfirm,
    dismissTrouble: () => setTrouble(undefined),
    setDependantId,
    setHomeAddress: (address: string) => {
      clearMessages()
      setTypedAddress(address)
    },
    expire: () => {
      setTrouble({ expired: true, startsAt: hold?.startsAt })
      setEditing(false)
      forget()
    },
  }
}
