import { useQuery } from '@tanstack/react-query'

import type { OwnCenter } from '#contract/centers.ts'
import type { Membership } from '#contract/memberships.ts'
import { PublicationPanel } from '#web/features/compliance/publication-panel.tsx'
import { useApi } from '#web/platform/api.ts'
import { useHashFocus } from '#web/platform/use-hash-focus.ts'
import { Pending } from '#web/ui/pending.tsx'

import { PicturesCard } from './pictures-card.tsx'
import { PinCard } from './pin-card.tsx'
import { ProfileForm } from './profile-form.tsx'
import { PublicCard } from './public-card.tsx'
import { PublicPreview } from './public-preview.tsx'

/** The public profile's forms, with a preview of the page beside them; on a phone, below them. */
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
