import { Suspense, useEffect, useRef, useState } from 'react'

import { classNames } from '#web/ui/class-names.ts'
import { lazyPart } from '#web/ui/lazy-section.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { usePlaces } from '../use-catalogue.ts'

const PinMap = lazyPart(() => import('./pin-map.tsx').then((module) => module.PinMap))

type CenterMapProps = {
  center: { name: string; latitude: number | null; longitude: number | null }
  className?: string
}

/** Where a centre is; nothing for a centre without coordinates. The map loads when it is nearly in view. */
export function CenterMap({ center: { name, latitude, longitude }, className }: CenterMapProps) {
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
  return (
    <div ref={frame} className={classNames('noscript:hidden', className ?? 'h-56 w-full')}>
      {isNear && (
        <Suspense fallback={<Skeleton className="h-full" />}>
          <PinMap
            point={{ latitude, longitude }}
            places={places}
            label={`Mapa con el lugar de ${name}`}
            className="h-full"
          />
        </Suspense>
      )}
    </div>
  )
}
