import { Suspense, useEffect, useRef, useState } from 'react'

import type { PinPrecision } from '#contract/directions.ts'
import { classNames } from '#web/ui/class-names.ts'
import { lazyPart } from '#web/ui/lazy-section.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { usePlaces } from '../use-catalogue.ts'

const PinMap = lazyPart(() => import('./pin-map.tsx').then((module) => module.PinMap))

type CenterMapProps = {
  center: { name: string; latitude: number | null; longitude: number | null; pinPrecision: PinPrecision }
  className?: string
}

/**
 * Where a centre is, and whether only approximately; nothing for a centre without coordinates. The map loads when it is
 * nearly in view.
 */
export function CenterMap({ center: { name, latitude, longitude, pinPrecision }, className }: CenterMapProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  const places = usePlaces().data?.items ?? []
  useEffect(() => {
    if (!frame.current) return undefined
    const watch = (entries: IntersectionObserverEntry[]) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      setIsNear(true)
      observer.disconnect()
    }
    const observer = new IntersectionObserver(watch, { rootMargin: '200px' })
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])
  if (latitude === null || longitude === null) return null
  const isApproximate = pinPrecision === 'approximate'
  return (
    <div className="grid w-full gap-1.5">
      <div ref={frame} className={classNames('noscript:hidden', className ?? 'h-56 w-full')}>
        {isNear && (
          <Suspense fallback={<Skeleton className="h-full" />}>
            <PinMap
              point={{ latitude, longitude }}
              places={places}
              label={`Mapa con el lugar${isApproximate ? ' aproximado' : ''} de ${name}`}
              isApproximate={isApproximate}
              className="h-full"
            />
          </Suspense>
        )}
      </div>
      {isApproximate && <p className="text-sm text-ink-soft">Ubicación aproximada: guíate por la dirección.</p>}
    </div>
  )
}
