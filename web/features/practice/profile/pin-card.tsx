import { useMutation } from '@tanstack/react-query'
import { Suspense } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import type { OwnCenter } from '#contract/centers.ts'
import type { Point } from '#web/features/centers/map/base-map.ts'
import { guessPoint, pinDecimals } from '#web/features/centers/map/guess-point.ts'
import { readPoint } from '#web/features/centers/search/centers-search.ts'
import { useOwnLocation } from '#web/features/centers/search/use-own-location.ts'
import { usePlaces } from '#web/features/centers/use-catalogue.ts'
import { useApi } from '#web/platform/api.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { lazyPart } from '#web/ui/lazy-section.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { useUnsavedForm } from '#web/ui/unsaved-form.ts'
import LocateFixed from '~icons/lucide/locate-fixed'

import { coordinateText, typedCoordinate } from './typed-coordinate.ts'

const PinMap = lazyPart(() => import('#web/features/centers/map/pin-map.tsx').then((module) => module.PinMap))

const coordinate = z
  .string()
  .transform((text) => typedCoordinate(text) ?? Number.NaN)
  .pipe(z.number('Escribe un número, por ejemplo -34,90551'))
const pinForm = z.object({ latitude: coordinate, longitude: coordinate })
type PinForm = UseFormReturn<z.input<typeof pinForm>, unknown, Point>

/** The centre's pin: approximate, from its address, until the owner sets it here. */
export function PinCard({ center }: { center: OwnCenter }) {
  const { queries } = useApi()
  const setPin = useMutation(queries.practice.setPin.mutationOptions())
  const { data } = usePlaces()
  const saved =
    center.latitude !== null && center.longitude !== null
      ? { latitude: center.latitude, longitude: center.longitude }
      : undefined
  const start = saved ?? guessPoint(data?.items ?? [], center)
  const form: PinForm = useForm({
    resolver: formResolver(pinForm),
    values: textsOf(start),
    resetOptions: { keepDirtyValues: true },
  })
  const { control, clearErrors, setValue, reset } = form
  const [latitude, longitude] = useWatch({ control, name: ['latitude', 'longitude'] })
  const point = {
    latitude: typedCoordinate(latitude) ?? start.latitude,
    longitude: typedCoordinate(longitude) ?? start.longitude,
  }

  function move(next: Point) {
    const typed = textsOf(next)
    setValue('latitude', typed.latitude, { shouldDirty: true })
    setValue('longitude', typed.longitude, { shouldDirty: true })
    clearErrors()
  }

  const location = useOwnLocation({
    decimals: pinDecimals,
    onFound: (text) => {
      const found = readPoint(text)
      if (found) move(found)
    },
  })

  async function save(at: Point) {
    try {
      await setPin.mutateAsync({ centerId: center.id, ...at })
    } catch (error) {
      applyServerErrors(form, error, { fields: ['latitude', 'longitude'] })
      return
    }
    reset(textsOf(at))
    toast({ kind: 'success', title: 'Punto del mapa guardado' })
  }

  return (
    <Card as="section" aria-labelledby="pin" className="grid gap-4">
      <div>
        <h3 id="pin">El punto en el mapa</h3>
        <p className="text-ink-soft">
          Ponlo en la puerta: con él se mide a qué distancia quedas. Toca el mapa, arrástralo, muévelo con las flechas o
          escribe las coordenadas que te da el mapa de tu teléfono.
        </p>
      </div>
      {center.pinPrecision !== 'exact' && <NotExact precision={center.pinPrecision} />}
      <OwnLocation location={location} />
      <Suspense fallback={<Skeleton className="h-80" />}>
        <PinMap
          point={point}
          places={data?.items ?? []}
          label="Mapa con el punto de tu centro"
          isGuess={center.pinPrecision !== 'exact' && !form.formState.isDirty}
          onMove={move}
        />
      </Suspense>
      <PinFields form={form} onSave={save} />
    </Card>
  )
}

/** Says what patients miss until the owner sets the pin. */
function NotExact({ precision }: { precision: 'approximate' | 'none' }) {
  return (
    <Banner tone="amber" title={precision === 'none' ? 'Falta el punto' : 'Este punto es aproximado'}>
      {`Hasta que lo guardes, los pacientes ${precision === 'none' ? '' : 'leen «ubicación aproximada» y '}no ven a qué distancia quedas, y por distancia apareces después de los centros que ya lo pusieron.`}
    </Banner>
  )
}

/** Lets an owner who is at the centre use their position. The point is stored only with «Guardar el punto». */
function OwnLocation({ location }: { location: ReturnType<typeof useOwnLocation> }) {
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        pending={location.asking}
        pendingLabel="Buscando tu ubicación…"
        icon={<LocateFixed aria-hidden="true" className="size-4.5" />}
        onClick={location.ask}
        className="-ml-3 justify-self-start"
      >
        Usar mi ubicación
      </Button>
      {location.error && (
        <Banner tone="amber" role="alert" title={location.error} onDismiss={location.discard}>
          Mueve el punto en el mapa o escribe las coordenadas.
        </Banner>
      )}
    </>
  )
}

type PinFieldsProps = { form: PinForm; onSave: (point: Point) => Promise<void> }

function PinFields({ form, onSave }: PinFieldsProps) {
  const { handleSubmit, reset } = form
  const { errors, isDirty, isSubmitting } = form.formState
  useUnsavedForm(isDirty)
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(onSave)(event)} className="grid gap-4">
      <CoordinateFields form={form} />
      <FormError error={formFault(errors)} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="secondary" pending={isSubmitting} pendingLabel="Guardando…">
          Guardar el punto
        </Button>
        {isDirty && (
          <Button variant="quiet" disabled={isSubmitting} onClick={() => reset()}>
            Volver al anterior
          </Button>
        )}
      </div>
    </form>
  )
}

function CoordinateFields({ form: { register, formState } }: { form: PinForm }) {
  const { errors } = formState
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        {...register('latitude')}
        id="profile-latitude"
        label="Latitud"
        inputMode="decimal"
        autoComplete="off"
        error={errors.latitude?.message}
      />
      <TextField
        {...register('longitude')}
        label="Longitud"
        inputMode="decimal"
        autoComplete="off"
        error={errors.longitude?.message}
      />
    </div>
  )
}

function textsOf({ latitude, longitude }: Point) {
  return { latitude: coordinateText(latitude), longitude: coordinateText(longitude) }
}
