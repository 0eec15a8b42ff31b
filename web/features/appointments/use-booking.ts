import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import type { CenterProfile } from '#contract/centers.ts'
import { useMe } from '#web/features/accounts/use-me.ts'
import { errorCode } from '#web/platform/error-message.ts'
import { localMoment } from '#web/platform/local-days.ts'
import { toast } from '#web/ui/toast.ts'

import { bookingChoice } from './booking-choice.ts'
import type { BookingTrouble } from './booking-notice.tsx'
import type { BookingSearch } from './booking-params.ts'
import type { FreeTime } from './day-time-picker.tsx'
import { homeAddressId } from './home-address-id.ts'
import { useConfirm } from './use-confirm.ts'
import { useHold } from './use-hold.ts'

const incompleteMessage = 'Por favor completa todos los campos requeridos'
const addressMessage = 'Indica la dirección de la visita.'
const failureMessage = 'No se pudo completar la reserva. Intenta nuevamente.'

/** A booking at one centre: its choices (in the address), the held time (on the server), and the steps from one to the other. */
export function useBooking({ center, search }: { center: CenterProfile; search: BookingSearch }) {
  const navigate = useNavigate()
  const me = useMe().data
  const { appointment: current, isKnown, take, release, forget } = useHold()
  const hold = current?.center.id === center.id ? current : undefined

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
    if (serviceId && !isOurs && !isHoldingElsewhere) holdTime({ serviceId, startsAt: at }, place)
    goTo({ at: undefined, date: localMoment(at).date })
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
      // A hold that the server no longer knows is one that ran out a while ago.
      const isGone = code === 'appointments.not_found'
      setTrouble({ ...(isGone ? { expired: true } : { error }), startsAt: hold?.startsAt })
      if (!code?.startsWith('appointments.')) {
        toast({ kind: 'destructive', title: 'Error', description: failureMessage })
      }
      if (isGone || code === 'appointments.hold_expired' || code === 'appointments.slot_taken') forget()
    },
  })

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
