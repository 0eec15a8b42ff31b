import { useState } from 'react'
import type { Appointment } from '#contract/appointments.ts'
import type { Place } from '#contract/places.ts'
import { useConfirmAppointment } from '#web/features/appointments/api/confirm-appointment.ts'
import {
  attendeeFaults,
  focusNewDependant,
  type NewDependantErrors,
  refusedAttendee,
} from '#web/features/appointments/attendee-values.ts'
import { confirmationMessage, holdMessage } from '#web/features/appointments/booking-failure.ts'
import type { FreeTime } from '#web/features/appointments/day-time-picker.tsx'
import {
  addressMessage,
  confirmationOf,
  emptyHoldValues,
  type HoldValues,
  homeAddressId,
} from '#web/features/appointments/hold-fields.tsx'
import { useHeldTime } from '#web/features/appointments/use-hold.ts'
import { useMe } from '#web/features/auth/use-me.ts'
import { usePayingPackage } from '#web/features/packages/use-own-packages.ts'
import type { BookFilters } from './what-fields.tsx'

const emptyFilters: BookFilters = { service: '', offer: undefined, provider: undefined, place: 'center' }

/** What the dialog has so far: the choice, the held time, what confirming it needs, and the appointment. */
export function useDialogBooking({ onAwaitingDeposit }: { onAwaitingDeposit: (held: Appointment) => void }) {
  const [filters, setFilters] = useState(emptyFilters)
  const [booked, setBooked] = useState<Appointment>()
  const [typed, setTyped] = useState<Partial<HoldValues>>({})
  const [isIncomplete, setIncomplete] = useState(false)
  const [newDependantErrors, setNewDependantErrors] = useState<NewDependantErrors>()
  const { hold, holding, pendingAt, keepCopy, discardCopy, release } = useHeldTime()
  const confirmation = useConfirmAppointment()
  const address = useMe().data?.address ?? ''
  const packageId = usePayingPackage(hold, typed.packageId)
  const values = { ...emptyHoldValues, homeAddress: address, ...typed, packageId }
  const [isAddressMissing, setAddressMissing] = useState(false)

  function clear() {
    setAddressMissing(false)
    setIncomplete(false)
    setNewDependantErrors(undefined)
    holding.reset()
    confirmation.reset()
  }

  function showFaults(faults: NewDependantErrors) {
    setNewDependantErrors(faults)
    focusNewDependant(faults)
  }

  return {
    filters,
    hold,
    booked,
    values,
    isIncomplete,
    newDependantErrors,
    addressError: isAddressMissing ? addressMessage : undefined,
    error:
      (confirmation.error && !refusedAttendee(confirmation.error) && confirmationMessage(confirmation.error)) ||
      (holding.error && holdMessage(holding.error)) ||
      undefined,
    pendingAt,
    isConfirming: confirmation.isPending,
    changeValues: (changed: Partial<HoldValues>) => {
      setNewDependantErrors(undefined)
      setAddressMissing(false)
      setTyped((before) => ({ ...before, ...changed }))
    },
    setFilters: (next: BookFilters) => {
      clear()
      setFilters(next)
    },
    holdTime: ({ serviceId, startsAt }: FreeTime, place: Place) => {
      clear()
      holding.mutate({ serviceId, startsAt, place }, { onSuccess: keepCopy })
    },
    confirm: () => {
      clear()
      if (!hold) return setIncomplete(true)
      const faults = attendeeFaults(values)
      if (faults) {
        setIncomplete(true)
        return showFaults(faults)
      }
      if (hold.place === 'home' && values.homeAddress.trim() === '') {
        setIncomplete(true)
        setAddressMissing(true)
        return document.getElementById(homeAddressId)?.focus()
      }
      confirmation.mutate(confirmationOf(hold, values), {
        onSuccess: (appointment) =>
          appointment.status === 'held' ? onAwaitingDeposit(appointment) : setBooked(appointment),
        onError(error) {
          const refused = refusedAttendee(error)
          if (refused) showFaults(refused)
        },
      })
    },
    releaseHold: () => {
      clear()
      release()
    },
    startOver: () => {
      clear()
      discardCopy()
      setBooked(undefined)
      setTyped({})
      setFilters(emptyFilters)
    },
  }
}
