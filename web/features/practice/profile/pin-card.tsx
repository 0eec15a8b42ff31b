import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'

import type { OwnCenter } from '#contract/centers.ts'
import { foldText } from '#contract/specialties.ts'
import { usePlaces } from '#web/features/centers/use-catalogue.ts'
import { useApi } from '#web/platform/api.ts'
import { refusalTexts } from '#web/platform/form-refusal.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

import type { MapPlace, Point } from './pin-map.tsx'
import { coordinateText, typedCoordinate } from './typed-coordinate.ts'
import { useOwnCenterChange } from './use-own-center.ts'

const PinMap = lazy(() => import('./pin-map.tsx').then((module) => ({ default: module.PinMap })))

/** Where everything starts from when nothing else is known: the Plaza Independencia. */
const montevideo: Point = { latitude: -34.9065, longitude: -56.1995 }
const noCoordinate = 'Escribe un número, por ejemplo -34,90551'

/** Where the centre is: found from its address, and put right here by hand. */
export function PinCard({ own }: { own: OwnCenter }) {
  const { api } = useApi()
  const change = useOwnCenterChange({ centerId: own.id })
  const { data } = usePlaces()
  const saved =
    own.latitude !== null && own.longitude !== null ? { latitude: own.latitude, longitude: own.longitude } : undefined
  const [moved, setMoved] = useState<{ latitude: string; longitude: string }>()
  const [errors, setErrors] = useState<{ latitude?: string; longitude?: string; root?: string }>({})
  const start = saved ?? pointOf({ own, places: data?.items ?? [] })
  const typed = moved ?? { latitude: coordinateText(start.latitude), longitude: coordinateText(start.longitude) }
  const point = {
    latitude: typedCoordinate(typed.latitude) ?? start.latitude,
    longitude: typedCoordinate(typed.longitude) ?? start.longitude,
  }

  function move(next: Point) {
    setMoved({ latitude: coordinateText(next.latitude), longitude: coordinateText(next.longitude) })
    setErrors({})
  }

  const save = useMutation({
    mutationFn: (at: Point) => api.practice.setPin({ centerId: own.id, ...at }),
    onSuccess: (center) => {
      change(center)
      setMoved(undefined)
      toast({ kind: 'success', title: 'Punto del mapa guardado' })
    },
    onError: (error) => setErrors(refusalTexts(error, { fields: ['latitude', 'longitude'] })),
  })

  function press() {
    const [latitude, longitude] = [typedCoordinate(typed.latitude), typedCoordinate(typed.longitude)]
    setErrors({
      ...(latitude === undefined && { latitude: noCoordinate }),
      ...(longitude === undefined && { longitude: noCoordinate }),
    })
    if (latitude !== undefined && longitude !== undefined) save.mutate({ latitude, longitude })
  }

  return (
    <Card as="section" aria-labelledby="pin" className="grid gap-4">
      <div>
        <h3 id="pin">El punto en el mapa</h3>
        <p className="text-ink-soft">
          Con él se mide a qué distancia quedas. Arrástralo, muévelo con las flechas o escribe las coordenadas que te da
          el mapa de tu teléfono.
        </p>
      </div>
      <Suspense fallback={<Skeleton className="h-80" />}>
        <PinMap point={point} places={data?.items ?? []} onMove={move} />
      </Suspense>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          id="profile-latitude"
          label="Latitud"
          value={typed.latitude}
          inputMode="decimal"
          autoComplete="off"
          onChange={(event) => setMoved({ ...typed, latitude: event.currentTarget.value })}
          error={errors.latitude}
        />
        <TextField
          label="Longitud"
          value={typed.longitude}
          inputMode="decimal"
          autoComplete="off"
          onChange={(event) => setMoved({ ...typed, longitude: event.currentTarget.value })}
          error={errors.longitude}
        />
      </div>
      <FormError error={errors.root} />
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          pending={save.isPending}
          pendingLabel="Guardando…"
          disabled={saved !== undefined && moved === undefined}
          onClick={press}
        >
          Guardar el punto
        </Button>
        {moved && (
          <Button
            variant="quiet"
            disabled={save.isPending}
            onClick={() => {
              setMoved(undefined)
              setErrors({})
            }}
          >
            Volver al anterior
          </Button>
        )}
      </div>
    </Card>
  )
}

/** As near as the address says. */
function pointOf({ own, places }: { own: OwnCenter; places: readonly MapPlace[] }): Point {
  const near = places.filter(({ department }) => foldText(department) === foldText(own.department))
  return (
    near.find(({ name }) => foldText(name) === foldText(own.neighborhood)) ??
    near.find(({ kind }) => kind !== 'neighborhood') ??
    montevideo
  )
}
