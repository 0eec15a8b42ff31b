import { Suspense, useRef, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { readPin } from '#contract/center-registration.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldGroup } from '#web/ui/field-group.tsx'
import { focusAfterRender } from '#web/ui/focus-after-render.ts'
import { lazyPart } from '#web/ui/lazy-section.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import MapPin from '~icons/lucide/map-pin'

import { guessPoint, pinDecimals } from '../map/guess-point.ts'
import { usePlaces } from '../use-catalogue.ts'
import type { RegistrationValues } from './registration-values.ts'

const PinMap = lazyPart(() => import('../map/pin-map.tsx').then((module) => module.PinMap))

/** The pin of the centre, which only a movement on the map sets. The map loads on request. */
export function PinField({ form }: { form: UseFormReturn<RegistrationValues> }) {
  const { control, formState, setValue, clearErrors } = form
  const { data } = usePlaces()
  const [isShown, setShown] = useState(false)
  const map = useRef<HTMLDivElement>(null)
  const showButton = useRef<HTMLButtonElement>(null)
  const [pin, neighborhood, department] = useWatch({
    control,
    name: ['centerInfo.pin', 'centerInfo.neighborhood', 'centerInfo.department'],
  })
  const places = data?.items ?? []
  const set = readPin(pin ?? '')
  const change = (text: string) => {
    setValue('centerInfo.pin', text, { shouldDirty: true })
    clearErrors('centerInfo.pin')
  }

  function show() {
    setShown(true)
    focusAfterRender(map)
  }

  function remove() {
    change('')
    focusAfterRender(isShown ? map : showButton)
  }

  return (
    <FieldGroup legend="El punto en el mapa (opcional)" error={formState.errors.centerInfo?.pin?.message}>
      <p className="text-ink-soft">
        {set
          ? 'Punto puesto: con él los pacientes ven a qué distancia quedas.'
          : 'Ponlo en la puerta de tu centro. Hasta entonces los pacientes leen «ubicación aproximada» y no ven a qué distancia quedas.'}
      </p>
      {isShown && (
        <div ref={map} tabIndex={-1}>
          <Suspense fallback={<Skeleton className="h-80" />}>
            <p>Toca el mapa en tu puerta, o arrastra el punto hasta ella. Con el teclado, muévelo con las flechas.</p>
            <PinMap
              point={set ?? guessPoint(places, { neighborhood, department: department ?? '' })}
              places={places}
              label="Mapa para poner el punto de tu centro"
              isGuess={!set}
              onMove={({ latitude, longitude }) =>
                change([latitude, longitude].map((degrees) => degrees.toFixed(pinDecimals)).join())
              }
            />
          </Suspense>
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        {!isShown && (
          <Button
            ref={showButton}
            variant="secondary"
            size="small"
            icon={<MapPin aria-hidden="true" className="size-4.5" />}
            onClick={show}
          >
            {set ? 'Cambiar el punto' : 'Poner el punto en el mapa'}
          </Button>
        )}
        {set && (
          <Button variant="quiet" size="small" onClick={remove}>
            Quitar el punto
          </Button>
        )}
      </div>
    </FieldGroup>
  )
}
