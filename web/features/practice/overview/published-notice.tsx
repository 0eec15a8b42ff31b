import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { dayMs } from '#web/platform/durations.ts'
import { serverDate } from '#web/platform/server-time.ts'
import { Banner } from '#web/ui/banner.tsx'
import { buttonClass } from '#web/ui/button-class.ts'

/** An owner who comes later than that knows that the page is public. */
const newsDays = 30

/** Says that staff approved the centre, until the owner opens its page or closes the notice in this browser. */
export function PublishedNotice({ centerId, approvedAt }: { centerId: string; approvedAt: string | null }) {
  const key = `senda.published-seen.${centerId}`
  const [seenNow, setSeenNow] = useState<string>()
  if (approvedAt === null || seenNow === approvedAt || readSeen(key) === approvedAt) return null
  if (serverDate().getTime() - Date.parse(approvedAt) > newsDays * dayMs) return null
  function markSeen() {
    setSeenNow(approvedAt ?? undefined)
    try {
      localStorage.setItem(key, approvedAt ?? '')
    } catch {
      // Without storage the notice stays away until the next visit.
    }
  }
  return (
    <Banner
      tone="green"
      role="status"
      title="Aprobamos tu página: ya es pública"
      onDismiss={markSeen}
      action={
        <Link
          to="/centers/$centerId"
          params={{ centerId }}
          onClick={markSeen}
          className={buttonClass({ variant: 'secondary', size: 'small' })}
        >
          Ver tu página
        </Link>
      }
    >
      Aparece en la búsqueda y recibe reservas.
    </Banner>
  )
}

function readSeen(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
