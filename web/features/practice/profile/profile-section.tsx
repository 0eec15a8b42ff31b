import { useQuery } from '@tanstack/react-query'
import type { OwnCenter } from '#contract/centers.ts'
import type { Membership } from '#contract/memberships.ts'
import { ClosedCenterNotice } from '#web/features/centers/closed-center-notice.tsx'
import { InertProfile } from '#web/features/centers/profile/inert-profile.tsx'
import { PublicationPanel } from '#web/features/compliance/publication-panel.tsx'
import { useApi } from '#web/platform/api.ts'
import { useHashFocus } from '#web/platform/use-hash-focus.ts'
import { Pending } from '#web/ui/pending.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { PicturesCard } from './pictures-card.tsx'
import { PinCard } from './pin-card.tsx'
import { ProfileForm } from './profile-form.tsx'
import { PublicCard } from './public-card.tsx'

export function ProfileSection({ membership: { centerId } }: { membership: Membership }) {
  const query = useOwnCenter({ centerId })
  if (!query.data) {
    return <Pending query={query} loading="Cargando el perfil" failed="No se pudo cargar el perfil" />
  }
  return <Profile center={query.data} />
}

function Profile({ center }: { center: OwnCenter }) {
  const { id: centerId } = center
  useHashFocus()
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <div className="grid min-w-0 gap-5">
        {center.isClosed && <ClosedCenterNotice />}
        <PublicationPanel centerId={centerId} />
        <PublicCard center={center} />
        <PicturesCard center={center} />
        <ProfileForm center={center} />
        <PinCard center={center} />
      </div>
      <PublicPreview centerId={centerId} />
    </div>
  )
}

function useOwnCenter({ centerId }: { centerId: string }) {
  const { queries } = useApi()
  return useQuery(queries.practice.profile.queryOptions({ input: { centerId } }))
}

/** A preview of the page as patients see it, also before it is public. It is inert: its buttons can't be pressed. */
function PublicPreview({ centerId }: { centerId: string }) {
  const { queries } = useApi()
  const query = useQuery(queries.practice.preview.queryOptions({ input: { centerId } }))
  return (
    <section aria-labelledby="preview" className="grid min-w-0 gap-3 lg:sticky lg:top-5">
      <div className="flex items-center justify-between gap-3">
        <h3 id="preview">Así lo ven los pacientes</h3>
        {query.data && query.isFetching && <Spinner label="Actualizando" />}
      </div>
      {query.data ? (
        <section
          aria-label="Tu página pública"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
          tabIndex={0}
          className="relative max-h-[70vh] overflow-y-auto lg:max-h-[calc(100dvh-9rem)] rounded-card border border-line bg-ground"
        >
          <InertProfile center={query.data} />
        </section>
      ) : (
        <Pending query={query} loading="Cargando tu página" failed="No se pudo cargar tu página" />
      )}
    </section>
  )
}
