import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import type { Appointment } from '#contract/appointments.ts'
import type { CenterProfile } from '#contract/centers.ts'
import { useMe } from '#web/features/auth/use-me.ts'
import { errorCode } from '#web/platform/error-message.ts'
import { localMoment, localToday } from '#web/platform/local-days.ts'
import { signOut } from '#web/platform/session.ts'
import { toast } from '#web/ui/toast.ts'

import { bookingChoice } from './booking-choice.ts'
import type { BookingTrouble } from './booking-notice.tsx'
import type { BookingSearch, BookingStepId } from './booking-search.ts'
import { bookingStep } from './booking-steps.ts'
import type { FreeTime } from './day-time-picker.tsx'
import { homeAddressId } from './home-address-id.ts'
import { useConfirm } from './use-confirm.ts'
import { useHold } from './use-hold.ts'

const incompleteMessage = 'Por favor completa todos los campos requeridos'
const addressMessage = 'Indica la dirección de la visita.'
const lostHold = ['appointments.not_found', 'appointments.hold_expired', 'appointments.hold_replaced']
const failureMessage = 'No se pudo completar la reserva. Intenta nuevamente.'
const missingAt: Record<BookingStepId, string> = {
  what: 'falta elegir el servicio.',
  when: 'falta elegir la hora.',
  confirm: 'falta la dirección de la visita.',
}

/** A booking at one centre: its choices and its step (in the address), the held time (on the server), and what leads on. */
export function useBooking({ center, search }: { center: CenterProfile; search: BookingSearch }) {
  const me = useMe().data
  const { goTo, showStep, showBooked } = useBookingAddress(search)
  const { appointment: current, isKnown, take, release, ask, forget: forgetCurrent } = useHold()
  // Taken with an account, it can be asked for again only after signing in.
  const [heldBefore, setHeldBefore] = useState<Appointment>()
  const hold = current?.center.id === center.id ? current : current ? undefined : heldBefore
  const holdElsewhere = current && !hold ? current : undefined

  function forget() {
    setHeldBefore(undefined)
    forgetCurrent()
  }

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
  const step = bookingStep({
    query: search.step,
    hasOffer: choice.offer !== undefined,
    hold: hold ? 'yes' : isKnown ? 'no' : 'unknown',
  })

  function clearMessages() {
    setTrouble(undefined)
    setIncomplete(undefined)
    setAddressError(undefined)
  }

  function focusStep(to: BookingStepId) {
    requestAnimationFrame(() => {
      headings[to].current?.focus({ preventScroll: true })
      // A phone has room for the summary only from the step's heading down.
      const isPhone = matchMedia('(width < 64rem)').matches
      headings[to].current?.scrollIntoView({ block: to === 'confirm' && isPhone ? 'start' : 'nearest' })
    })
  }

  async function openStep(to: BookingStepId) {
    clearMessages()
    await showStep({ from: step, to })
    focusStep(to)
  }

  function holdTime({ serviceId, startsAt }: Pick<FreeTime, 'serviceId' | 'startsAt'>, place = choice.place) {
    if (!place) return
    clearMessages()
    take.mutate(
      { serviceId, startsAt, place },
      {
        onSuccess: () => {
          setHeldBefore(undefined)
          void showStep({ from: step, to: 'confirm' }).then(() => focusStep('confirm'))
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

  /** The service that the visitor takes; the one that a time is held for keeps its time. */
  function chooseOffer(offerId: string, serviceIds: readonly string[]) {
    clearMessages()
    const isOther = hold !== undefined && !serviceIds.includes(hold.service.id)
    if (isOther) {
      release.mutate()
      setHeldBefore(undefined)
    }
    const kept = hold && { place: hold.place, date: localMoment(hold.startsAt).date }
    void showStep({ from: step, to: 'when', change: { ...kept, offer: offerId } })
  }

  // A time chosen on a card or a profile is taken as soon as it is known that it isn't ours already. While the visitor holds
  // a time at another centre, it stays in the address: a link must not take that hold away, and the notice asks first.
  const tapped =
    holdElsewhere && search.at && search.offer ? { serviceId: search.offer, startsAt: search.at } : undefined
  const takeTapped = useEffectEvent(() => {
    const { at, offer: serviceId } = search
    if (!at || holdElsewhere) return
    const isOurs = hold?.startsAt === at && hold.service.id === serviceId
    const { place } = bookingChoice({ center, search, hold: undefined })
    const isPast = Date.parse(at) <= Date.now()
    if (isPast) setTrouble({ passed: true, startsAt: at })
    else if (serviceId && !isOurs) holdTime({ serviceId, startsAt: at }, place)
    const { date } = localMoment(at)
    goTo({ at: undefined, date: date < localToday() ? undefined : date })
  })
  const isHeldElsewhere = holdElsewhere !== undefined
  useEffect(() => {
    if (isKnown && !isHeldElsewhere) takeTapped()
  }, [isKnown, isHeldElsewhere])

  const confirm = useConfirm({
    onConfirmed: (appointment) => {
      showBooked(appointment.id)
      forget()
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

  // A reload, a bookmark or the browser's history named the confirm step of a hold that is gone.
  const isStale = search.step === 'confirm' && step !== 'confirm' && !confirm.isPending && !confirm.isSuccess
  const leaveStaleStep = useEffectEvent(() => {
    if (current === null) setTrouble((before) => before ?? { gone: true, startsAt: undefined })
    goTo({ step })
  })
  useEffect(() => {
    if (isStale) leaveStaleStep()
  }, [isStale])

  /** The server ended the session: what this browser keeps of it confirms nothing. */
  async function askToSignIn() {
    setHeldBefore(hold)
    setTrouble({ sessionEnded: true, startsAt: hold?.startsAt })
    await signOut('local')
    // The pressed button goes away with the session.
    focusStep('confirm')
  }

  async function explainLoss(error: unknown) {
    const other = await ask()
    const isReplaced = other !== undefined && other.id !== hold?.id
    setHeldBefore(undefined)
    if (!isReplaced) forget()
    const reason = errorCode(error) === 'appointments.hold_replaced' ? { error } : { expired: true as const }
    setTrouble({ ...(isReplaced ? { replacedBy: other } : reason), startsAt: hold?.startsAt })
  }

  /** Says what is still missing and takes the visitor there. */
  function leadToMissing(focus: () => void = () => focusStep(step)) {
    setIncomplete(`${incompleteMessage}: ${missingAt[step]}`)
    focus()
  }

  function tryToConfirm() {
    clearMessages()
    if (!hold || step !== 'confirm') return leadToMissing()
    const isHome = hold.place === 'home'
    if (isHome && homeAddress.trim() === '') {
      setAddressError(addressMessage)
      return leadToMissing(() => document.getElementById(homeAddressId)?.focus())
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
    holdElsewhere,
    /** The time that the visitor chose on a card or a profile while another was held. */
    tapped,
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
    openStep: (to: BookingStepId) => void openStep(to),
    change,
    chooseOffer,
    goTo,
    holdTime,
    takeTapped: () => {
      if (!tapped) return
      holdTime(tapped, bookingChoice({ center, search, hold: undefined }).place)
      goTo({ at: undefined, date: localMoment(tapped.startsAt).date })
    },
    tryToConfirm,
    dismissTrouble: () => setTrouble(undefined),
    setDependantId,
    setHomeAddress: (address: string) => {
      clearMessages()
      setTypedAddress(address)
    },
    expire: () => {
      setTrouble({ expired: true, startsAt: hold?.startsAt })
      forget()
    },
  }
}

/** The choices and the step, as the address keeps them: a choice replaces the history's entry, a step adds one. */
function useBookingAddress(search: BookingSearch) {
  const navigate = useNavigate({ from: '/book/$centerId' })

  function goTo(change: BookingSearch) {
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
  }

  async function showStep({ from, to, change }: { from: BookingStepId; to: BookingStepId; change?: BookingSearch }) {
    if (from === to) return
    // An entry that names no step would lead on by itself once a time is held, instead of back to this step.
    if (search.step !== from) {
      await navigate({ search: (before) => ({ ...before, step: from }), replace: true, resetScroll: false })
    }
    await navigate({ search: (before) => ({ ...before, ...change, step: to }), resetScroll: false })
  }

  function showBooked(booked: string) {
    void navigate({ search: { booked }, replace: true })
  }

  return { goTo, showStep, showBooked }
}
