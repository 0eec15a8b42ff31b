import { type Ref, useEffect, useRef, useState } from 'react'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { toast } from '#web/ui/toast.ts'
import CalendarPlus from '~icons/lucide/calendar-plus'

export type CalendarButtonProps = { appointmentId: string }

export type CalendarAddresses = { fileUrl: string; googleUrl: string }

const icon = <CalendarPlus aria-hidden="true" className="size-5" />

/**
 * Adds the appointment to a calendar of the patient's choice. The button becomes links, because a browser inside another app saves
 * no file that a script has made, and opens no page after a request.
 */
export function CalendarButton({ appointmentId }: CalendarButtonProps) {
  const { api } = useApi()
  const [links, setLinks] = useState<CalendarAddresses>()
  const [isPending, setPending] = useState(false)
  const first = useRef<HTMLAnchorElement>(null)

  useEffect(() => {
    if (!links) return undefined
    first.current?.focus()
    // The links would lead to a page that says so.
    const timer = setTimeout(() => setLinks(undefined), calendarValidMs)
    return () => clearTimeout(timer)
  }, [links])

  async function request() {
    setPending(true)
    try {
      setLinks(await api.appointments.calendar({ appointmentId }))
    } catch (error) {
      toast({ kind: 'destructive', title: 'Error', description: errorMessage(error) })
    } finally {
      setPending(false)
    }
  }

  if (links) return <CalendarLinks links={links} ref={first} />
  return (
    <Button variant="secondary" pending={isPending} icon={icon} onClick={() => void request()}>
      Agregar al calendario
    </Button>
  )
}

/** `ref`: the first link. */
export function CalendarLinks({ links, ref }: { links: CalendarAddresses; ref?: Ref<HTMLAnchorElement> }) {
  return (
    <ul aria-label="Agregar al calendario" className="flex flex-wrap gap-3">
      <li>
        <a ref={ref} href={links.fileUrl} className={buttonClass({ variant: 'secondary' })}>
          {icon}
          Este dispositivo u Outlook
        </a>
      </li>
      <li>
        <a
          href={links.googleUrl}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass({ variant: 'secondary' })}
        >
          Google Calendar
          <span className="sr-only"> (se abre en otra pestaña)</span>
        </a>
      </li>
    </ul>
  )
}

/** This is a minute less than the server allows. */
export const calendarValidMs = 14 * 60_000
