import { Suspense, useEffect, useRef, useState } from 'react'
import { mapUrl, type PinPrecision } from '#contract/directions.ts'
import { classNames } from '#web/ui/class-names.ts'
import { lazyPart } from '#web/ui/lazy-section.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { fullAddress } from '../full-address.ts'
import { usePlaces } from '../use-catalogue.ts'
import { useHasDrawnStreets } from './use-drawn-streets.ts'

const PinMap = lazyPart(() => import('./pin-map.tsx').then((module) => module.PinMap))

type CenterMapProps = {
  center: {
    name: string
    address: string
    neighborhood: string | null
    department: string
    latitude: number | null
    longitude: number | null
    pinPrecision: PinPrecision
  }
  className?: string
}

/**
 * Where a centre is, and whether only approximately: a map, which loads when it is nearly in view, where the streets around it are
 * known. Elsewhere a pin on empty paper would help no visitor, so there is a link to a map with streets.
 */
export function CenterMap({ center, className }: CenterMapProps) {
  const { name, latitude, longitude, pinPrecision } = center
  const frame = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  const places = usePlaces().data?.items ?? []
  const point = latitude === null || longitude === null ? undefined : { latitude, longitude }
  const hasStreets = useHasDrawnStreets(point, isNear)
  const isApproximate = pinPrecision === 'approximate'
  const isFramed = point !== undefined && hasStreets
  useEffect(() => {
    if (!isFramed || !frame.current) return undefined
    const watch = (entries: IntersectionObserverEntry[]) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      setIsNear(true)
      observer.disconnect()
    }
    const observer = new IntersectionObserver(watch, { rootMargin: '200px' })
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [isFramed])
  return (
    <div className="grid w-full justify-items-start gap-1.5">
      {isFramed && (
        <div ref={frame} className={classNames('noscript:hidden', className ?? 'h-56 w-full')}>
          {isNear && (
            <Suspense fallback={<Skeleton className="h-full" />}>
              <PinMap
                point={point}
                places={places}
                label={`Mapa con el lugar${isApproximate ? ' aproximado' : ''} de ${name}`}
                isApproximate={isApproximate}
                className="h-full"
              />
            </Suspense>
          )}
        </div>
      )}
      {isApproximate && <p className="text-sm text-ink-soft">Ubicación aproximada: guíate por la dirección.</p>}
      <a
        href={mapUrl({ latitude, longitude, pinPrecision, address: fullAddress(center) })}
        rel="noopener"
        target="_blank"
        className="link inline-flex min-h-11 items-center text-sm font-semibold"
      >
        Abrir en el mapa
      </a>
    </div>
  )
}
