import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import LocateFixed from '~icons/lucide/locate-fixed'
import type { useOwnLocation } from './use-own-location.ts'

type Location = ReturnType<typeof useOwnLocation>

export function OwnLocation({ location, isKnown }: { location: Location; isKnown: boolean }) {
  return (
    <Button
      variant="quiet"
      size="small"
      pending={location.asking}
      pendingLabel="Buscando tu ubicación…"
      icon={<LocateFixed aria-hidden="true" className="size-4.5" />}
      onClick={location.ask}
      className="-mt-1 -ml-3 justify-self-start"
    >
      {isKnown ? 'Actualizar mi ubicación' : 'Usar mi ubicación'}
    </Button>
  )
}

/** Why the browser gave no position, and from where the distance is measured instead. */
export function LocationError({ location, hasPlace }: { location: Location; hasPlace: boolean }) {
  return (
    location.error && (
      <Banner tone="amber" role="alert" title={location.error} onDismiss={location.discard}>
        {hasPlace
          ? 'La distancia se mide desde el lugar que elegiste.'
          : 'Los centros aparecen sin ordenar por distancia.'}
      </Banner>
    )
  )
}
